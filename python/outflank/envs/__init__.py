"""Adapters to the interfaces of others. Each needs its own package, which ``pip install outflank[gym]`` and
``outflank[pettingzoo]`` bring along; :mod:`outflank.envs.openspiel` needs none.

- :mod:`outflank.envs.pettingzoo`: an AEC environment, ``othello_v0``.
- :mod:`outflank.envs.gym`: Gymnasium, against one of the laboratory's players, one game or many at a time.
- :mod:`outflank.envs.openspiel`: a game and its states with OpenSpiel's methods.
"""
