"""How a run asks the energy: no set twice, and in calls short enough to be stopped in time."""
