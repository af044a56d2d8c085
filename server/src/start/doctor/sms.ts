import { openGateway } from '../../messaging/sms/gateway.ts'
import { type Check, lastFailure, type Remedy } from './fault.ts'

const remedies: Record<string, Remedy> = {
  gatewaySignIn: {
    remedyKey: 'smsSignIn',
    remedy: 'The username or password in COHESION_SMS_GATEWAY_URL differs from the one in the app.',
  },
  gatewayUnreachable: {
    remedyKey: 'smsUnreachable',
    remedy:
      'Check that the phone is on and connected to this network, that its Local Server is running, and that COHESION_SMS_GATEWAY_URL is right.',
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
      ? `The last text message could not be delivered (${code}).`
      : `The SMS gateway ${gateway.host} does not take text messages from here (${code}).`,
    ...(remedies[code] ?? otherRemedy),
  }
}
