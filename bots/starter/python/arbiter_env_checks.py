"""What the checkers of Gymnasium and PettingZoo check, for arbiter_env's tests.

Each function calls the package's own checker where it is installed, and then goes
through the same checks itself.
"""

import copy
import inspect
import random

from arbiter_env import gymnasium, numpy, pettingzoo


def same(a, b):
    """Report whether two values have the same structure, types and numbers."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, numpy.ndarray):
        return a.shape == b.shape and a.dtype == b.dtype and bool((a == b).all())
    return a == b


def want(truth, message):
    if not truth:
        raise AssertionError(message)


def check_env(env):
    """gymnasium.utils.env_checker.check_env."""
    if gymnasium is not None:
        from gymnasium.utils.env_checker import check_env as theirs

        want(isinstance(env, gymnasium.Env), "it is no gymnasium.Env")
        theirs(env)
    want(env.unwrapped is env, "unwrapped is another environment")
    check_metadata(env)
    for space in (env.observation_space, env.action_space):
        check_space(space)
    check_reset(env)
    check_determinism(env)
    env.reset()
    for _ in range(100):
        if check_step(env, env.step(env.action_space.sample())):
            check_observation(env.observation_space, env.reset()[0])
    env.render()


def check_metadata(env):
    want("render_modes" in env.metadata, "metadata has no render_modes")
    want(env.render_mode is None or env.render_mode in env.metadata["render_modes"], "render_mode is not in metadata")


def check_space(space):
    want(space.contains(space.sample()) if not is_box(space) else len(space.shape) > 0, f"{space} does not contain its sample")
    want(space == copy.deepcopy(space), f"{space} does not equal its copy")


def is_box(space):
    return type(space).__name__ == "Box"


def check_observation(space, observation):
    want(space.contains(observation), f"an observation is not in {space}")
    if isinstance(observation, numpy.ndarray):
        want(observation.dtype == space.dtype and observation.shape == space.shape, f"an observation is not like {space}")
        want(not numpy.isnan(observation).any() and not numpy.isinf(observation).any(), "an observation has NaN or infinity")
        want(observation.flags.writeable, "an observation cannot be written to")


def check_reset(env):
    """check_reset_seed, check_reset_options, check_reset_return_type."""
    parameters = inspect.signature(env.reset).parameters
    want(parameters["seed"].default is None and "options" in parameters, "reset(seed=None, options=None) is wanted")
    first, info = env.reset(seed=123)
    check_observation(env.observation_space, first)
    want(isinstance(info, dict), "an info is no dict")
    state = copy.deepcopy(env.unwrapped._np_random.bit_generator.state)
    second, _ = env.reset(seed=123)
    want(same(first, second), "the same seed gives another observation")
    want(env.unwrapped._np_random.bit_generator.state == state, "the same seed gives another np_random")
    env.reset(seed=456)
    want(env.unwrapped._np_random.bit_generator.state != state, "another seed gives the same np_random")
    env.reset(options={})


def check_determinism(env):
    """check_step_determinism."""
    env.action_space.seed(123)
    action = env.action_space.sample()
    outcomes = []
    for _ in range(2):
        env.reset(seed=123)
        outcomes.append((env.step(action), copy.deepcopy(env.unwrapped._np_random.bit_generator.state)))
    want(same(*outcomes), "the same seed and action give another step")


def check_step(env, outcome):
    """env_step_passive_checker. Returns whether the match is over."""
    observation, reward, terminated, truncated, info = outcome
    check_observation(env.observation_space, observation)
    want(isinstance(reward, (float, int, numpy.number)) and not numpy.isnan(reward), "a reward is no number")
    want(isinstance(terminated, bool) and isinstance(truncated, bool), "terminated and truncated are bools")
    want(not (terminated and truncated), "a match both ended and was cut off")
    want(isinstance(info, dict), "an info is no dict")
    return terminated or truncated


def check_agents(env):
    """What PettingZoo wants of both kinds of environment."""
    check_metadata(env)
    want(isinstance(env.metadata["name"], str), "metadata has no name")
    want(env.unwrapped is env, "unwrapped is another environment")
    for agent in env.possible_agents:
        want(env.observation_space(agent) is env.observation_space(agent), "observation_space makes a new space")
        want(env.action_space(agent) is env.action_space(agent), "action_space makes a new space")
        check_space(env.action_space(agent))
    want(env.max_num_agents == len(env.possible_agents), "max_num_agents does not count possible_agents")


def check_parallel(env, cycles):
    """pettingzoo.test.parallel_api_test, with actions of the whole space and of the mask."""
    if pettingzoo is not None:
        from pettingzoo.test import parallel_api_test

        want(isinstance(env, pettingzoo.ParallelEnv), "it is no pettingzoo.ParallelEnv")
        parallel_api_test(env, num_cycles=cycles)
    check_agents(env)
    env.reset(seed=0, options={"options": 1})
    for masked in (False, True, True):
        observations, infos = env.reset()
        want(set(observations) == set(infos) == set(env.agents) == set(env.possible_agents), "reset leaves agents out")
        for _ in range(cycles):
            live = list(env.agents)
            mask = {agent: infos[agent]["action_mask"] if masked else None for agent in live}
            actions = {agent: env.action_space(agent).sample(mask[agent]) for agent in live}
            observations, rewards, terminations, truncations, infos = env.step(actions)
            for values in (observations, rewards, terminations, truncations, infos):
                want(isinstance(values, dict) and set(values) == set(live), "step leaves agents out")
            over = set()
            for agent in live:
                one = (observations[agent], rewards[agent], terminations[agent], truncations[agent], infos[agent])
                if check_agent_step(env, agent, one):
                    over.add(agent)
            want(set(env.agents) == set(live) - over, "agents are not those that are left")
            want(env.num_agents == len(env.agents), "num_agents does not count agents")
            if not env.agents:
                break
        want(not env.agents, f"a match is not over after {cycles} cycles")
    want(env.render() is not None, "render returns nothing")


def check_agent_step(env, agent, outcome):
    observation, reward, terminated, truncated, info = outcome
    check_observation(env.observation_space(agent), observation)
    want(isinstance(reward, (float, int)), "a reward is no number")
    want(isinstance(terminated, bool) and isinstance(truncated, bool) and isinstance(info, dict), "an outcome has other types")
    return terminated or truncated


def check_aec(env, cycles):
    """pettingzoo.test.api_test."""
    if pettingzoo is not None:
        from pettingzoo.test import api_test

        want(isinstance(env, pettingzoo.AECEnv), "it is no pettingzoo.AECEnv")
        api_test(env, num_cycles=cycles)
    check_agents(env)
    env.reset(seed=0, options={"options": 1})
    want(env.last(observe=False)[0] is None, "last(observe=False) observes")
    for masked in (False, True, True):
        env.reset()
        want(not any(env.terminations.values()) and not any(env.truncations.values()), "a match begins with its end")
        want(env.num_agents == len(env.agents) == 2, "num_agents does not count agents")
        earned, seen, ended = dict.fromkeys(env.agents, 0), set(), set()
        for agent in env.agent_iter(cycles):
            want(agent not in ended, "an agent comes back")
            seen.add(agent)
            observation, reward, terminated, truncated, info = env.last()
            check_observation(env.observation_space(agent), observation)
            want(reward == earned[agent], "last has not the sum of the rewards")
            earned[agent] = 0
            action = None
            if terminated or truncated:
                ended.add(agent)
            else:
                action = env.action_space(agent).sample(info["action_mask"] if masked else None)
            env.step(action)
            for each, reward in env.rewards.items():
                earned[each] += reward
            for values in (env.rewards, env.terminations, env.truncations, env.infos):
                want(set(values) == set(env.agents), "a dead agent is kept")
        want(ended == seen and not env.agents, "an agent was not stepped to its end")
    env.reset()
    env.step(numpy.int32(random.choice(numpy.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))
    want(env.render() is not None, "render returns nothing")


def check_vector(env):
    """What gymnasium.vector.VectorEnv promises; Gymnasium has no checker for it."""
    if gymnasium is not None:
        want(isinstance(env, gymnasium.vector.VectorEnv), "it is no gymnasium.vector.VectorEnv")
    want(env.unwrapped is env and "autoreset_mode" in env.metadata, "unwrapped or autoreset_mode is missing")
    want(env.observation_space.shape == (env.num_envs,) + env.single_observation_space.shape, "observation_space is not that of all")
    observations, infos = env.reset(seed=1)
    over = 0
    for _ in range(600):
        want(env.observation_space.contains(observations), "the observations are not in their space")
        want(observations.dtype == env.single_observation_space.dtype and observations.flags.writeable, "the observations are others")
        masks = infos["action_mask"].reshape(env.num_envs, -1, infos["action_mask"].shape[-1] // (env.single_action_space.shape or (1,))[0])
        actions = numpy.array([[random.choice(numpy.flatnonzero(part)) for part in each] for each in masks])
        observations, rewards, terminated, truncated, infos = env.step(actions if masks.shape[1] > 1 else actions[:, 0])
        want(rewards.shape == terminated.shape == truncated.shape == (env.num_envs,), "an array has not an entry for each environment")
        want(terminated.dtype == truncated.dtype == bool and rewards.dtype == numpy.float64, "an array has another type")
        ended = terminated | truncated
        want(("final_obs" in infos) == bool(ended.any()), "final_obs is there without an end, or is missing")
        if ended.any():
            over += 1
            want((infos["_final_obs"] == ended).all() and (infos["_final_info"] == ended).all(), "_final_obs does not tell who ended")
            for observation, has in zip(infos["final_obs"], ended):
                want(env.single_observation_space.contains(observation) if has else observation is None, "final_obs has others")
    want(over > 0, "no match ended in 600 turns")
