"""The game that is being played: hands, buttons, clock, opponent, a host's commands and the players' choices."""
