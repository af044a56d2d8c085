import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconCopy, IconDownload, IconRss } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FEED_ROWS, type FeedFilter, FeedFormat, shorten } from '#contract'
import { saveFile } from '../../api/download.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { PickList } from '../../ui/fields/PickList.tsx'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useCreateFeed } from './data.ts'
import classes from './Feed.module.css'
import { FeedList, type FilterWords } from './FeedList.tsx'
import { networkLinkFile } from './network-link.ts'

const NAME_MAX = 100
const spans = [1, 7, 30, 90, 365]
const formats = ['kml', 'geojson', 'gpx'] as const satisfies FeedFormat[]

/** Names of the values of the filters that accept several values. */
export type FeedChoices = { [Name in 'eventType' | 'region']: readonly NamedItem[] }

type Props = {
  memberId: string
  title: string
  filter: FeedFilter
  choices: FeedChoices
  wordsOf: FilterWords
  /** Whether the list has a filter that feeds do not support. */
  isReduced: boolean
  onClose: () => void
}

export const FeedDialog = ({ memberId, onClose, ...props }: Props) => {
  const { t } = useTranslation()
  const create = useCreateFeed()
  return (
    <Dialog onClose={onClose} title={t('feed.title')} size={480}>
      <div className={classes.feed}>
        {create.data ? <CreatedFeed {...create.data} /> : <NewFeed create={create} {...props} />}
        <FeedList
          memberId={memberId}
          wordsOf={props.wordsOf}
          onRevoked={(id) => id === create.data?._id && create.reset()}
        />
      </div>
    </Dialog>
  )
}

type NewFeedProps = Omit<Props, 'memberId' | 'onClose'> & {
  create: ReturnType<typeof useCreateFeed>
}

const NewFeed = ({ title, filter: ofList, choices, wordsOf, isReduced, create }: NewFeedProps) => {
  const { t } = useTranslation()
  const [filter, setFilter] = useState(ofList)
  const [name, setName] = useState(shorten(title, NAME_MAX))
  const [format, setFormat] = useState<FeedFormat>('kml')
  const periods = [...new Set([...spans, ...(ofList.days ? [ofList.days] : [])])].sort((a, b) => a - b)
  const choose = (name: keyof FeedChoices) => (ids: string[]) =>
    setFilter({ ...filter, [name]: ids.length > 0 ? ids : undefined })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    create.mutate({ name, format, filter, language: currentLanguage(), timeZone })
  }
  return (
    <form className={classes.feed} onSubmit={submit}>
      <p>{t('feed.text')}</p>
      <p className={classes.contents}>
        <bdi>{wordsOf(filter)}</bdi>
      </p>
      {isReduced && <p className={classes.dim}>{t('feed.reduced')}</p>}
      <LimitedInput
        label={t('feed.name')}
        value={name}
        maxLength={NAME_MAX}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {filter.kind === 'event' && choices.eventType.length > 0 && (
        <PickList
          label={t('feed.types')}
          description={t('feed.typesHint')}
          add={t('feed.addType')}
          none={t('feed.noTypesLeft')}
          options={choices.eventType}
          selectedIds={[filter.eventType ?? []].flat()}
          onChange={choose('eventType')}
        />
      )}
      {choices.region.length > 0 && (
        <PickList
          label={t('feed.regions')}
          description={t('feed.regionsHint')}
          add={t('feed.addRegion')}
          none={t('feed.noRegionsLeft')}
          options={choices.region}
          selectedIds={[filter.region ?? []].flat()}
          onChange={choose('region')}
        />
      )}
      <NativeSelect
        label={t('feed.period')}
        value={String(filter.days ?? '')}
        onChange={(event) => setFilter({ ...filter, days: Number(event.currentTarget.value) || undefined })}
        data={[
          { value: '', label: t('feed.anyTime') },
          ...periods.map((count) => ({ value: String(count), label: t('feed.days', { count }) })),
        ]}
      />
      <NativeSelect
        label={t('feed.format')}
        value={format}
        onChange={(event) => setFormat(FeedFormat.parse(event.currentTarget.value))}
        data={formats.map((value) => ({ value, label: t(`feed.formats.${value}`) }))}
      />
      <p className={classes.dim}>{t('feed.limits', { count: FEED_ROWS })}</p>
      <ProblemText problem={create.error} />
      <div className={classes.buttons}>
        <Button
          type="submit"
          leftSection={<IconRss size={18} stroke={1.75} />}
          loading={create.isPending}
          disabled={name.trim() === '' || name.length > NAME_MAX}
        >
          {t('feed.create')}
        </Button>
      </div>
    </form>
  )
}

type Created = { name: string; format: FeedFormat; link: string }

const CreatedFeed = ({ name, format, link }: Created) => {
  const { t } = useTranslation()
  const copy = () =>
    navigator.clipboard
      .writeText(link)
      .then(() => toast({ message: t('feed.copied') }))
      .catch(toastProblem)
  return (
    <div className={classes.made}>
      <TextInput
        label={t('feed.link')}
        description={t('feed.once')}
        value={link}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <ul className={classes.steps}>
        {format === 'kml' && (
          <>
            <li>{t('feed.open.earth')}</li>
            <li>{t('feed.open.atak')}</li>
          </>
        )}
        {format === 'geojson' && <li>{t('feed.open.qgis')}</li>}
        {format === 'gpx' && <li>{t('feed.open.gpx')}</li>}
      </ul>
      <div className={classes.buttons}>
        {format === 'kml' && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} />}
            onClick={() => saveFile(networkLinkFile({ name, link }), `${name}.kml`)}
          >
            {t('feed.download')}
          </Button>
        )}
        <Button leftSection={<IconCopy size={18} stroke={1.75} />} onClick={copy}>
          {t('feed.copy')}
        </Button>
      </div>
    </div>
  )
}
