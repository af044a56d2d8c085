import type { TFunction } from 'i18next'

const codes = [
  'smtpUnreachable',
  'smtpSignIn',
  'smtpTls',
  'addressRefused',
  'notConfigured',
  'noReceiver',
  'signedOut',
  'gatewayUnreachable',
  'gatewaySignIn',
  'smsFailed',
  'smsLost',
  'unreachable',
  'redirected',
  'notPublic',
  'switchedOff',
  'deleted',
] as const

export const codeText = (code: string, t: TFunction): string => {
  const known = codes.find((one) => one === code)
  if (known) return t(`delivery.code.${known}`)
  const [, kind, number = ''] = /^(smtp|http)(\d{3})$/.exec(code) ?? []
  return kind ? t(`delivery.code.${kind as 'smtp' | 'http'}`, { number }) : code
}
