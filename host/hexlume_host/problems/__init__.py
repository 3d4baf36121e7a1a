"""Problems: positions with an action to be found, made, kept, set before a person and asked again later."""
