"""`python -m haversack` is `haversack`."""

from haversack.cli import main

if __name__ == "__main__":
    main()
