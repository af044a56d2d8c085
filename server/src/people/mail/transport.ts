import nodemailer from 'nodemailer'
import type { MailText } from '#contract'

export type MailConfig = { url: string; from: string }

/** `isFinal`: the mail server refused this message for good. */
export type MailAnswer = { isSent: true } | { isSent: false; code: string; isFinal: boolean }

export type Transport = ReturnType<typeof openTransport>

/** Timeouts of the steps of a delivery, which together stay below its `SEND_SECONDS`. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }

/** Returns only codes, because a server's reply may quote the address and the message. */
const answerOf = ({ code, responseCode, command }: SmtpError): MailAnswer => {
  if (code === 'EAUTH') return { isSent: false, code: 'smtpSignIn', isFinal: false }
  // Rejections of the sender or the connection affect all mail and can be fixed. Only rejections of this receiver or
  // message are final.
  if (responseCode && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA'))
    return { isSent: false, code: `smtp${responseCode}`, isFinal: true }
  if (responseCode) return { isSent: false, code: `smtp${responseCode}`, isFinal: false }
  if (code === 'EENVELOPE') return { isSent: false, code: 'addressRefused', isFinal: true }
  if (code === 'ETLS') return { isSent: false, code: 'smtpTls', isFinal: false }
  return { isSent: false, code: 'smtpUnreachable', isFinal: false }
}

/** Connection to the operator's mail server, whose address comes from the environment and may be private. */
export const openTransport = ({ url, from }: MailConfig) => {
  const { hostname } = new URL(url)
  const transporter = nodemailer.createTransport(
    { url, pool: true, maxConnections: 4, disableFileAccess: true, disableUrlAccess: true, ...TIMEOUTS },
    { from, headers: { 'auto-submitted': 'auto-generated' } },
  )
  return {
    host: hostname,
    from,
    /**
     * `id` determines the Message-ID, by which mail programs recognise a repeated mail. `stopUrl` is the address to
     * unsubscribe.
     */
    send: async (to: string, id: string, { subject, text, html }: MailText, stopUrl?: string): Promise<MailAnswer> => {
      try {
        await transporter.sendMail({
          to: { name: '', address: to },
          messageId: `<${id}@${hostname}>`,
          subject,
          text,
          html,
          ...(stopUrl && {
            headers: {
              'list-unsubscribe': `<${stopUrl}>`,
              'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
            },
          }),
        })
        return { isSent: true }
      } catch (error) {
        return answerOf(error as SmtpError)
      }
    },
    check: async (): Promise<MailAnswer> => {
      try {
        await transporter.verify()
        return { isSent: true }
      } catch (error) {
        return answerOf(error as SmtpError)
      }
    },
    close: (): void => transporter.close(),
  }
}
