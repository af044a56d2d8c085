import { Button, Checkbox, Loader, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXPORT_CHOICES, type ExportColumn } from '#contract'
import { saveFile } from '../../api/download.ts'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { type ExportedList, type Format, useAboutExport, useExportFile } from './data.ts'
import classes from './ExportDialog.module.css'

const tables: readonly Format[] = ['xlsx', 'csv']
const maps: readonly Format[] = ['geojson', 'kml', 'gpx']

type Props = {
  list: ExportedList
  /** File name without extension. */
  fileName: string
  /** Whether the rows have places, for formats of maps. */
  hasPlaces: boolean
  onClose: () => void
}

export const ExportDialog = ({ list, fileName, hasPlaces, onClose }: Props) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  const { data: about, error, refetch } = useAboutExport(list, language)
  const [format, setFormat] = useState<Format>('xlsx')
  const [omitted, setOmitted] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [bytes, setBytes] = useState(0)
  const file = useExportFile(setBytes)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const columns = about?.columns.filter(({ _id }) => !omitted.has(_id)).map(({ _id }) => _id) ?? []
  const start = () => {
    const controller = new AbortController()
    running.current = controller
    setBytes(0)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    // In the list's order, not in the order of selection.
    const ids = chosen && about?.first.map(({ _id }) => _id).filter((id) => chosen.has(id))
    const order = { ...list, language, format, timeZone, ...(ids && { ids }), ...(omitted.size > 0 && { columns }) }
    file.mutate(
      { order, signal: controller.signal },
      {
        onSuccess: (blob) => {
          saveFile(blob, `${fileName}.${format}`)
          onClose()
        },
      },
    )
  }
  const formats = hasPlaces ? [...tables, ...maps] : tables
  return (
    <Dialog title={t('export.title')} size={480} onClose={onClose}>
      {error && <ProblemText problem={error} onRetry={refetch} />}
      {!about && !error && <Skeleton rows={5} label={t('word.loading')} />}
      {about && (
        <div className={classes.export}>
          <p className={classes.rows}>{t('export.rows', { count: chosen?.size ?? about.rows })}</p>
          {about.first.length > 0 && (
            <Rows
              rows={about.first}
              all={about.rows}
              chosen={chosen}
              onChange={setChosen}
              isDisabled={file.isPending}
            />
          )}
          <NativeSelect
            label={t('export.format')}
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value as Format)}
            data={formats.map((value) => ({ value, label: t(`export.formats.${value}`) }))}
            disabled={file.isPending}
          />
          <Columns columns={about.columns} omitted={omitted} onChange={setOmitted} isDisabled={file.isPending} />
          {file.error && <ProblemText problem={file.error} onRetry={start} />}
          <footer className={classes.buttons}>
            {file.isPending && (
              <span className={classes.progress} role="status">
                <Loader size="xs" />
                {t('export.received', { size: formatNumber(Math.round(bytes / 1000), language) })}
              </span>
            )}
            <Button variant="default" onClick={onClose}>
              {t('word.cancel')}
            </Button>
            <Button
              leftSection={<IconDownload size={18} stroke={1.75} />}
              loading={file.isPending}
              disabled={columns.length === 0 || chosen?.size === 0}
              onClick={start}
            >
              {t('export.download')}
            </Button>
          </footer>
        </div>
      )}
    </Dialog>
  )
}

type RowsProps = {
  rows: readonly { _id: string; name: string }[]
  all: number
  /** Undefined if the whole list is exported. */
  chosen: ReadonlySet<string> | undefined
  onChange: (chosen: ReadonlySet<string> | undefined) => void
  isDisabled: boolean
}

const Rows = ({ rows, all, chosen, onChange, isDisabled }: RowsProps) => {
  const { t } = useTranslation()
  const toggle = (id: string, isOn: boolean) =>
    onChange(new Set([...(chosen ?? [])].filter((one) => one !== id).concat(isOn ? id : [])))
  return (
    <fieldset className={classes.columns} disabled={isDisabled}>
      <Checkbox
        label={t('export.onlyChosen')}
        checked={chosen !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? new Set() : undefined)}
      />
      {chosen && (
        <>
          {all > EXPORT_CHOICES && <p className={classes.rows}>{t('export.firstRows', { count: EXPORT_CHOICES })}</p>}
          <div className={classes.list}>
            {rows.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={<bdi>{name}</bdi>}
                checked={chosen.has(_id)}
                onChange={(event) => toggle(_id, event.currentTarget.checked)}
              />
            ))}
          </div>
        </>
      )}
    </fieldset>
  )
}

type ColumnsProps = {
  columns: readonly ExportColumn[]
  omitted: ReadonlySet<string>
  onChange: (omitted: ReadonlySet<string>) => void
  isDisabled: boolean
}

const Columns = ({ columns, omitted, onChange, isDisabled }: ColumnsProps) => {
  const { t } = useTranslation()
  const isWhole = omitted.size === 0
  const toggle = (id: string) =>
    onChange(new Set(omitted.has(id) ? [...omitted].filter((one) => one !== id) : [...omitted, id]))
  return (
    <fieldset className={classes.columns} disabled={isDisabled}>
      <legend className={classes.legend}>{t('export.columns')}</legend>
      <Checkbox
        label={t('word.all')}
        checked={isWhole}
        indeterminate={!isWhole && omitted.size < columns.length}
        onChange={() => onChange(new Set(isWhole ? columns.map(({ _id }) => _id) : []))}
      />
      <div className={classes.list}>
        {columns.map(({ _id, title }) => (
          <Checkbox key={_id} label={<bdi>{title}</bdi>} checked={!omitted.has(_id)} onChange={() => toggle(_id)} />
        ))}
      </div>
    </fieldset>
  )
}
