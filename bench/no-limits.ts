/** No limits, because a bench sends more requests than a person would. Trials test the limits. */
export const noLimits = {
  COHESION_LIMIT_NETWORK: '0',
  COHESION_LIMIT_SESSION: '0',
  COHESION_LIMIT_STRANGERS: '0',
  COHESION_LIMIT_KEY: '0',
}
