"""The yardstick: several searchers on several pools, measured against the best there is."""
