import { useTranslation } from 'react-i18next'
import type { Status } from '#contract'
import { momentText } from '../../i18n/format.ts'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsList } from '../../ui/layout/SettingsList.tsx'

type Props = Pick<Status, 'clocks' | 'quarantine' | 'unreachedAlarms'>

export const Troubles = ({ clocks, quarantine, unreachedAlarms }: Props) => {
  const { t } = useTranslation()
  const failing = clocks.filter(({ isTroubled }) => isTroubled)
  return (
    <>
      <List title={t('status.clocks')} hint={t('status.clocksHint')}>
        {failing.map(({ server, tickedAt, problems }) => ({
          key: server,
          text: <bdi>{server}</bdi>,
          meta: (
            <>
              {t('status.ticked', { time: momentText(tickedAt) })}
              {problems.length > 0 && (
                <div className={parts.warning}>
                  <bdi>{problems.join(', ')}</bdi>
                </div>
              )}
            </>
          ),
        }))}
      </List>
      <List title={t('status.unreached')} hint={t('status.unreachedHint')}>
        {unreachedAlarms.map(({ _id, rule, service, beganAt }) => ({
          key: _id,
          text: <bdi>{rule}</bdi>,
          meta: (
            <>
              <bdi>{service}</bdi> · {momentText(beganAt)}
            </>
          ),
        }))}
      </List>
      <List title={t('status.quarantine')} hint={t('status.quarantineHint')}>
        {quarantine.map(({ job, table, rowId, service, code, attempts, firstAt }) => ({
          key: `${job} ${rowId}`,
          text: (
            <code dir="ltr">
              {table} {rowId}
            </code>
          ),
          meta: (
            <>
              {service !== null && (
                <>
                  <bdi>{service}</bdi> ·{' '}
                </>
              )}
              <bdi>
                {job}: {code}
              </bdi>{' '}
              · {t('status.attempts', { count: attempts, time: momentText(firstAt) })}
            </>
          ),
        }))}
      </List>
    </>
  )
}

type Rows = Parameters<typeof SettingsList>[0]['rows']

const List = ({ title, hint, children: rows }: { title: string; hint: string; children: Rows }) =>
  rows.length > 0 && (
    <section aria-label={title}>
      <h3 className={parts.subtitle}>{title}</h3>
      <p className={parts.hint}>{hint}</p>
      <SettingsList rows={rows} />
    </section>
  )
