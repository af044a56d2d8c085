/** A bench sends more than any person would: the limits of requests are switched off, and measured by the trials. */
export const noLimits = {
  COHESION_LIMIT_NETWORK: '0',
  COHESION_LIMIT_SESSION: '0',
  COHESION_LIMIT_STRANGERS: '0',
  COHESION_LIMIT_KEY: '0',
}
