import sys

from vcplug.cli import main

if __name__ == "__main__":
    sys.exit(main())
