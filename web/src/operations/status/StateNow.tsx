import { useTranslation } from 'react-i18next'
import { deliveryChannels, type StatusNow } from '#contract'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import parts from '../../ui/layout/Settings.module.css'
import classes from './StateNow.module.css'

const GIGABYTE = 1_000_000_000

const tenths = (value: number) => Math.round(value * 10) / 10

export const StateNow = (now: StatusNow) => {
  const { t } = useTranslation()
  const number = (value: number) => formatNumber(value, currentLanguage())
  const size = (bytes: number) => t('status.state.gigabytes', { value: tenths(bytes / GIGABYTE) })
  const channelName = (channel: string) => {
    const known = deliveryChannels.find((name) => name === channel)
    return known ? t(`status.state.channel.${known}`) : channel
  }
  const rows: [string, string][] = [
    [t('status.state.streams'), number(now.streams)],
    [
      t('status.state.connections'),
      t('status.state.connectionsValue', { used: now.connections - now.idleConnections, open: now.connections }),
    ],
    [t('status.state.waiting'), number(now.waitingRequests)],
    [t('status.state.outbox'), t('status.state.seconds', { value: tenths(now.outboxLagSeconds) })],
    ...now.deliveries.map(({ channel, waiting, lagSeconds }): [string, string] => [
      t('status.state.delivery', { channel: isolated(channelName(channel)) }),
      t('status.state.deliveryValue', { count: waiting, seconds: Math.round(lagSeconds) }),
    ]),
    ...now.replicas.map(({ name, isInUse, lagSeconds }): [string, string] => [
      t('status.state.replica', { name: isolated(name) }),
      isInUse
        ? lagSeconds === null
          ? t('status.state.replicaUsedPlain')
          : t('status.state.replicaUsed', { seconds: tenths(lagSeconds) })
        : t('status.state.replicaLeft'),
    ]),
    ...(now.freeDiskBytes === null ? [] : [[t('status.state.disk'), size(now.freeDiskBytes)] as [string, string]]),
    [t('status.state.memory'), size(now.memoryBytes)],
  ]
  return (
    <section aria-label={t('status.state.title')}>
      <h3 className={parts.subtitle}>{t('status.state.title')}</h3>
      <dl className={classes.list}>
        {rows.map(([name, value]) => (
          <div key={name} className={classes.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={parts.hint}>{t('status.state.hint')}</p>
    </section>
  )
}
