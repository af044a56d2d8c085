import { Select } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EventType } from '#contract'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { nameOf } from '../../../i18n/names.ts'
import { symbolOf } from '../../../ui/icons/symbols.ts'
import { RichText } from '../../../ui/text/RichText.tsx'
import classes from './EventForm.module.css'

type Props = {
  types: readonly EventType[]
  type: EventType | undefined
  error: string | undefined
  onChoose: (id: string) => void
  onLeave: () => void
}

export const TypeField = ({ types, type, error, onChoose, onLeave }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <Select
        label={t('eventForm.type')}
        withAsterisk
        placeholder={t('eventForm.chooseType')}
        value={type?._id ?? null}
        onChange={(id) => id && onChoose(id)}
        onBlur={onLeave}
        error={error}
        data={types.map((one) => ({ value: one._id, label: nameOf(one) }))}
        searchable={types.length > 7}
        nothingFoundMessage={t('eventForm.noSuchType')}
        allowDeselect={false}
        maxDropdownHeight={320}
        leftSection={type && <Sign type={type} />}
        renderOption={({ option }) => {
          const one = types.find(({ _id }) => _id === option.value)
          return (
            <span className={classes.option}>
              {one && <Sign type={one} />}
              {option.label}
            </span>
          )
        }}
        comboboxProps={{ zIndex: 400, transitionProps: { duration: 0 } }}
      />
      {type && <Guide type={type} />}
    </>
  )
}

export const Guide = ({ type }: { type: EventType }) => {
  const { t } = useTranslation()
  const guide = type.translations[currentLanguage()]?.guide || type.guide
  const link = type.url && /^https?:\/\//i.test(type.url) ? type.url : undefined
  if (!guide && !link) return null
  return (
    <div className={classes.guide}>
      {guide && <RichText html={guide} />}
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('eventForm.readMore')}
          <IconExternalLink size={14} stroke={1.75} aria-hidden />
        </a>
      )}
    </div>
  )
}

const Sign = ({ type }: { type: EventType }) => {
  const Icon = symbolOf(type.icon)
  return (
    <span className={classes.sign} style={{ background: type.colour }} aria-hidden>
      <Icon size={14} stroke={2} />
    </span>
  )
}
