import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#contract'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DateField } from '../../ui/fields/DateField.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import classes from './AuditPage.module.css'
import { csvOf } from './csv.ts'
import { type AuditQuery, readAll, useAudit } from './data.ts'
import { useWording } from './wording.ts'

type Filter = { find: string; action: string; outcome: '' | 'done' | 'refused'; from: string; to: string }
const noFilter: Filter = { find: '', action: '', outcome: '', from: '', to: '' }

/** The period includes both days in full, in the browser's time zone. */
const queryOf = ({ find, action, outcome, from, to }: Filter): AuditQuery => ({
  ...(find.trim() && { find: find.trim() }),
  ...(action && { action }),
  ...(outcome && { outcome }),
  ...(from && { startTime: new Date(`${from}T00:00`).toISOString() }),
  ...(to && { endTime: new Date(`${to}T23:59:59.999`).toISOString() }),
})

export const AuditPage = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const [filter, setFilter] = useState(noFilter)
  const query = queryOf(filter)
  const { data, error, refetch, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } = useAudit(query)
  const wording = useWording()
  const [isExporting, setIsExporting] = useState(false)
  const put = (name: keyof Filter) => (value: string) => setFilter((now) => ({ ...now, [name]: value }))
  const set = (name: keyof Filter) => (event: { currentTarget: { value: string } }) =>
    put(name)(event.currentTarget.value)
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const download = async () => {
    setIsExporting(true)
    try {
      const rows = (await readAll(query)).map((entry) => [entry.at, ...cellsOf(entry, wording), entry.address])
      const columns = ['when', 'who', 'what', 'target', 'outcome', 'address'] as const
      saveFile(csvOf([columns.map((name) => t(`audit.${name}`)), ...rows]), `${t('audit.file')}.csv`)
    } catch (problem) {
      toastProblem(problem)
    } finally {
      setIsExporting(false)
    }
  }
  return (
    <section className={classes.page} aria-label={t('audit.title')}>
      <header className={classes.header}>
        <h2 className={classes.title}>{t('audit.title')}</h2>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} />}
          loading={isExporting}
          disabled={entries.length === 0}
          onClick={download}
        >
          {t('audit.export')}
        </Button>
        <IconButton icon={IconX} label={t('word.close')} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is not known to the tests' browser */}
      <div className={classes.filters} role="search">
        <TextInput
          label={t('audit.find')}
          leftSection={<IconSearch size={16} stroke={1.75} />}
          value={filter.find}
          onChange={set('find')}
        />
        <NativeSelect
          label={t('audit.what')}
          value={filter.action}
          onChange={set('action')}
          data={[{ value: '', label: t('word.all') }, ...wording.actions]}
        />
        <NativeSelect
          label={t('audit.outcome')}
          value={filter.outcome}
          onChange={set('outcome')}
          data={[
            { value: '', label: t('word.all') },
            { value: 'done', label: t('audit.done') },
            { value: 'refused', label: t('audit.refused') },
          ]}
        />
        <DateField label={t('audit.from')} value={filter.from} onChange={put('from')} />
        <DateField label={t('audit.to')} value={filter.to} onChange={put('to')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keys, and nothing in it can be focused */}
      <div className={classes.body} tabIndex={0}>
        {error && <ProblemText problem={error} onRetry={() => refetch()} />}
        {isPending && <Skeleton rows={8} label={t('word.loading')} />}
        {data && entries.length === 0 && <EmptyState icon={IconSearch} text={t('audit.none')} />}
        {entries.length > 0 && <Lines entries={entries} wording={wording} />}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('audit.more')}
          </Button>
        )}
      </div>
    </section>
  )
}

type Wording = ReturnType<typeof useWording>

const cellsOf = (entry: AuditEntry, wording: Wording): string[] => [
  entry.memberName,
  wording.action(entry.action),
  wording.target(entry),
  wording.outcome(entry),
]

const Lines = ({ entries, wording }: { entries: readonly AuditEntry[]; wording: Wording }) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>{t('audit.when')}</th>
          <th>{t('audit.who')}</th>
          <th>{t('audit.what')}</th>
          <th>{t('audit.target')}</th>
          <th>{t('audit.outcome')}</th>
          <th>{t('audit.address')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const [who, what, target, outcome] = cellsOf(entry, wording)
          const at = new Date(entry.at)
          return (
            <tr key={entry._id}>
              <td>
                <time dateTime={entry.at}>
                  <bdi>{`${formatDate(at, language)} ${formatTime(at)}`}</bdi>
                </time>
              </td>
              <td>
                <bdi>{who}</bdi>
              </td>
              <td>{what}</td>
              <td>
                <bdi>{target}</bdi>
              </td>
              <td data-outcome={entry.outcome}>{outcome}</td>
              <td>
                <bdi>{entry.address}</bdi>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const saveFile = (text: string, name: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
