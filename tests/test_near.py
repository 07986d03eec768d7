import pytest

from vcplug.near import nearest

PLUGINS = ["pytorch", "tensorflow", "mpi", "ray", "hcclrank", "env", "svc", "ssh"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("evn", "env"),
        ("vsc", "svc"),
        ("mip", "mpi"),
        ("shs", "ssh"),
        ("pytroch", "pytorch"),
        ("tensorfow", "tensorflow"),
        ("PyTorch", "pytorch"),
        ("py-torch", "pytorch"),
        ("horovod", ""),
        ("x", ""),
        ("", ""),
        ("x" * 1_000_000, ""),
    ],
)
def test_a_slip_names_what_was_meant_and_anything_else_nothing(written: str, meant: str) -> None:
    assert nearest(written, PLUGINS) == meant


def test_an_exact_name_in_other_letters_wins_over_a_similar_one() -> None:
    assert nearest("Wait_Master_Image", ["wait-master-images", "wait-master-image"]) == "wait-master-image"
