"""Room 1: what the controller would mis-read in a plugin's arguments."""

from vcplug.lint.manual import Entry

ENTRIES = (
    Entry(
        "VCP101",
        "The plugin has no flag of this name.",
        "The controller only logs it. The flags before it hold; it and everything after it are dropped, and the job runs "
        "with defaults that nobody asked for.",
        """\
plugins:
  pytorch: ["--prot=29500"]
""",
        """\
plugins:
  pytorch: ["--port=29500"]
""",
        line=2,
    ),
    Entry(
        "VCP102",
        "Several flags stand in one item of the list.",
        "Each item is one argument: Go takes everything behind the first = as the value of the first flag, so the second "
        "flag is never set and the first gets a value that means nothing.",
        """\
plugins:
  pytorch: ["--port=29500 --wait-master-enabled=true"]
""",
        """\
plugins:
  pytorch: ["--port=29500", "--wait-master-enabled=true"]
""",
        line=2,
    ),
    Entry(
        "VCP103",
        "A flag and its value stand in one item, separated by a space.",
        "Nothing splits an item at its spaces: the controller looks for a flag called `port 29500`, finds none, logs that, "
        "and drops it and everything after it.",
        """\
plugins:
  pytorch: ["--port 29500"]
""",
        """\
plugins:
  pytorch: ["--port=29500"]
""",
        line=2,
    ),
    Entry(
        "VCP104",
        "An argument that is not a flag.",
        "The first item that is not a flag ends the reading: the controller drops it and everything after it, without a "
        "word in its log.",
        """\
plugins:
  pytorch: ["port=29500"]
""",
        """\
plugins:
  pytorch: ["--port=29500"]
""",
        line=2,
    ),
    Entry(
        "VCP105",
        "The value of a bool flag stands in the next item.",
        "A bool flag takes no next item: alone it means true. The controller sets it to true, even where the next item says "
        "false, then takes that item for something that is not a flag and stops reading.",
        """\
plugins:
  svc: ["--disable-network-policy", "false", "--publish-not-ready-addresses=true"]
""",
        """\
plugins:
  svc: ["--disable-network-policy=false", "--publish-not-ready-addresses=true"]
""",
        line=2,
    ),
    Entry(
        "VCP106",
        "Not a whole number, or one that is out of range.",
        "A value that is no int leaves 0 behind, not the default, and everything after it is dropped; one beyond 64 bits "
        "leaves the nearest 64-bit number. A port must lie between 1 and 65535, and a timeout must be at least 1 second.",
        """\
plugins:
  pytorch: ["--port=29500/tcp"]
""",
        """\
plugins:
  pytorch: ["--port=29500"]
""",
        line=2,
    ),
    Entry(
        "VCP107",
        "Not a bool as Go writes it.",
        "Go knows 1, t, T, TRUE, true, True and 0, f, F, FALSE, false, False. Anything else leaves false behind, whatever "
        "was meant, and everything after it is dropped.",
        """\
plugins:
  svc: ["--publish-not-ready-addresses=yes"]
""",
        """\
plugins:
  svc: ["--publish-not-ready-addresses=true"]
""",
        line=2,
    ),
    Entry(
        "VCP108",
        "A number that is not what it looks like.",
        "Go reads numbers by their prefix: a leading 0 is octal (022 is 18), 0x hexadecimal, 0b binary, and 1_000 is 1000. "
        "The controller takes that number without a word.",
        """\
plugins:
  pytorch: ["--port=020000"]
""",
        """\
plugins:
  pytorch: ["--port=8192"]
""",
        line=2,
    ),
    Entry(
        "VCP109",
        "A flag is given twice.",
        "The last one counts; the first does nothing.",
        """\
plugins:
  pytorch: ["--port=29500", "--port=29501"]
""",
        """\
plugins:
  pytorch: ["--port=29501"]
""",
        line=2,
    ),
    Entry(
        "VCP110",
        "An argument for a plugin that reads none.",
        "The env plugin has no flags and never looks at its list: the argument does nothing.",
        """\
plugins:
  env: ["--prefix=MY_"]
""",
        """\
plugins:
  env: []
""",
        line=2,
    ),
    Entry(
        "VCP111",
        "A flag or plugin that is newer than the release.",
        "To an older controller a newer flag is an unknown one: it and everything after it are dropped with a line in the "
        "log. A plugin that the release does not have is refused by its webhook.",
        """\
plugins:
  pytorch: ["--wait-master-enabled=true"]
""",
        """\
plugins:
  pytorch: []
""",
        line=2,
        release="1.13",
    ),
    Entry(
        "VCP112",
        "A flag is set to its default.",
        "It changes nothing. It may be kept for readers, or left out.",
        """\
plugins:
  pytorch: ["--port=23456"]
""",
        """\
plugins:
  pytorch: []
""",
        line=2,
    ),
    Entry(
        "VCP113",
        "Options for waiting, but waiting is not switched on.",
        "--wait-master-timeout and --wait-master-image are about the init container that --wait-master-enabled adds. "
        "Without it there is no such container, and the workers do not wait.",
        """\
plugins:
  pytorch: ["--wait-master-timeout=600"]
""",
        """\
plugins:
  pytorch: ["--wait-master-enabled=true", "--wait-master-timeout=600"]
""",
        line=2,
        since="1.14",
    ),
    Entry(
        "VCP114",
        "ray's --clientServerPort, which is documented but which no controller knows.",
        "Volcano's guide calls the flag clientServerPort; every release's controller knows it as clientPort only. In the "
        "cluster it and all flags after it are dropped. vcplug takes it as what it means, unless --compat is given.",
        """\
plugins:
  ray: ["--clientServerPort=10002"]
  svc: ["--disable-network-policy=true"]
""",
        """\
plugins:
  ray: ["--clientPort=10002"]
  svc: ["--disable-network-policy=true"]
""",
        line=2,
        since="1.13",
    ),
    Entry(
        "VCP115",
        "A typographic dash instead of two hyphens.",
        "Web pages and word processors turn -- into –. To the controller such an item is not a flag: it stops reading "
        "there, without a word.",
        """\
plugins:
  pytorch: ["–port=29500"]
""",
        """\
plugins:
  pytorch: ["--port=29500"]
""",
        line=2,
    ),
    Entry(
        "VCP116",
        "A flag without its value.",
        "At the end of the list the controller only logs it, and the default holds. Elsewhere it takes the next item, which "
        "was meant as a flag of its own, for the value.",
        """\
plugins:
  pytorch: ["--port"]
""",
        """\
plugins:
  pytorch: ["--port=29500"]
""",
        line=2,
    ),
)
