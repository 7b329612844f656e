"""Why a set was chosen: what each member, each constraint and more budget are worth."""
