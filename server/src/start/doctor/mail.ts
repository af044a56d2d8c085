import { openTransport } from '../../people/mail/transport.ts'
import { type Check, lastFailure, type Remedy } from './fault.ts'

const remedies: Record<string, Remedy> = {
  smtpSignIn: {
    remedyKey: 'mailSignIn',
    remedy: 'The username or password in COHESION_SMTP_URL is wrong.',
  },
  smtpTls: {
    remedyKey: 'mailTls',
    remedy:
      'The server rejected its certificate or encryption. See smtp:// and smtps:// in docs/operations/install.md.',
  },
  smtpUnreachable: {
    remedyKey: 'mailUnreachable',
    remedy: 'Check the host and port in COHESION_SMTP_URL, and that no firewall blocks the connection.',
  },
}
const otherRemedy: Remedy = {
  remedyKey: 'mailOther',
  remedy: 'See Server settings → E-mail, and the log of the mail server.',
}

/** Checks the mail server, then the result of the newest mails. A server that sends no mail has no fault. */
export const mailFailing: Check = async ({ config, pool }) => {
  if (!config.mail) return undefined
  const transport = openTransport(config.mail)
  const answer = await transport.check().finally(transport.close)
  const code = answer.isSent ? await lastFailure(pool, 'email') : answer.code
  if (!code) return undefined
  return {
    name: 'e-mail failing',
    sentenceKey: answer.isSent ? 'mailUndelivered' : 'mailRefused',
    values: { host: transport.host, code },
    sentence: answer.isSent
      ? `The last e-mail could not be delivered (${code}).`
      : `The mail server ${transport.host} does not accept e-mail from this server (${code}).`,
    ...(remedies[code] ?? otherRemedy),
  }
}
