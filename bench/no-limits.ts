/** Limits off, because a bench sends more than a person would. Trials measure limits. */
export const noLimits = {
  COHESION_LIMIT_NETWORK: '0',
  COHESION_LIMIT_SESSION: '0',
  COHESION_LIMIT_STRANGERS: '0',
  COHESION_LIMIT_KEY: '0',
}
