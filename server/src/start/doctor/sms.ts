import { openGateway } from '../../messaging/sms/gateway.ts'
import { type Check, lastFailure, type Remedy } from './fault.ts'

const remedies: Record<string, Remedy> = {
  gatewaySignIn: {
    remedyKey: 'smsSignIn',
    remedy: 'The user name or the password in COHESION_SMS_GATEWAY_URL is not the one that the app shows.',
  },
  gatewayUnreachable: {
    remedyKey: 'smsUnreachable',
    remedy:
      'See whether the phone is on and in this network, its Local Server runs, and COHESION_SMS_GATEWAY_URL names its address.',
  },
}
const otherRemedy: Remedy = {
  remedyKey: 'smsOther',
  remedy: 'See Server settings → Text messages, and the messages in the app on the phone.',
}

/** Checks the phone, then the result of the newest text message. A server that sends none has no fault. */
export const smsFailing: Check = async ({ config, pool }) => {
  if (!config.smsGatewayUrl) return undefined
  const gateway = openGateway(config.smsGatewayUrl)
  const answer = await gateway.check()
  const code = answer.isSent ? await lastFailure(pool, 'sms') : answer.code
  if (!code) return undefined
  return {
    name: 'text messages failing',
    sentenceKey: answer.isSent ? 'smsUndelivered' : 'smsRefused',
    values: { host: gateway.host, code },
    sentence: answer.isSent
      ? `The newest text message could not be delivered (${code}).`
      : `The SMS gateway ${gateway.host} does not take text messages from here (${code}).`,
    ...(remedies[code] ?? otherRemedy),
  }
}
