import { openTransport } from '../../mail/transport.ts'
import { type Check, lastFailure } from './fault.ts'

const remedies: Record<string, string> = {
  smtpSignIn: 'The user name or the password in COHESION_SMTP_URL is wrong.',
  smtpTls: 'Its certificate or encryption was refused: see smtp:// and smtps:// in docs/operations/install.md.',
  smtpUnreachable:
    'See whether COHESION_SMTP_URL names the right host and port, and whether a firewall lets them through.',
}
const OTHER_REMEDY = 'See Server settings → E-mail, and the log of the mail server.'

/** Asks the mail server itself, then how the newest mails went. A server without one lacks nothing. */
export const mailFailing: Check = async ({ config, pool }) => {
  if (!config.mail) return undefined
  const transport = openTransport(config.mail)
  const answer = await transport.check().finally(transport.close)
  const code = answer.isSent ? await lastFailure(pool, 'email') : answer.code
  if (!code) return undefined
  return {
    name: 'e-mail failing',
    sentence: answer.isSent
      ? `The newest e-mail could not be delivered (${code}).`
      : `The mail server ${transport.host} does not take e-mail from here (${code}).`,
    remedy: remedies[code] ?? OTHER_REMEDY,
  }
}
