"""Pods and claims are written by Go, whatever form the stored Job has: found by comparing with the real controllers."""

from __future__ import annotations

from typing import Any

from vcplug import api

UID = "0b5f4b0e-6a1c-4c8e-9a51-7c1d2e3f4a5b"


def objects(spec: dict[str, Any], release: str) -> list[dict[str, Any]]:
    from json import dumps

    job = {"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "metadata": {"name": "job"}, "spec": spec}
    choices = api.Choices(release=release, compat=True, owner_uid=UID, ssh_keys="placeholder")
    return list(api.render(api.loads(dumps(job)), choices).objects())


def test_a_job_that_needs_no_default_is_stored_as_written_but_its_pods_and_claims_are_not() -> None:
    container = {"name": "main", "image": "app:1", "resources": {"requests": {"memory": "1.5Gi"}, "limits": {}}}
    template = {"spec": {"containers": [container], "nodeSelector": {}}}
    task = {"name": "a", "replicas": 1, "minAvailable": 1, "maxRetry": 3, "template": template}
    claim = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}, "limits": {}}}
    made = objects({"tasks": [task], "volumes": [{"mountPath": "/data", "volumeClaim": claim}]}, "1.15.1")
    pod = next(each for each in made if each["kind"] == "Pod")["spec"]
    assert pod["containers"][0]["resources"] == {"requests": {"memory": "1536Mi"}}
    assert "nodeSelector" not in pod
    kept = next(each for each in made if each["kind"] == "PersistentVolumeClaim")["spec"]
    assert kept == {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
