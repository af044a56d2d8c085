import { Button, Input, Select } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventType } from '#contract'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { nameOf } from '../../../i18n/names.ts'
import { symbolOf } from '../../../ui/icons/symbols.ts'
import { RichText } from '../../../ui/text/RichText.tsx'
import classes from './EventForm.module.css'
import { TypeTiles } from './TypeTiles.tsx'

type Props = {
  types: readonly EventType[]
  type: EventType | undefined
  error: string | undefined
  onChoose: (id: string) => void
  onLeave: () => void
}

/** With more types, the tiles would be taller than all other fields together, and a search is faster. */
const MOST_TILES = 12

export const TypeField = ({ types, ...props }: Props) => (
  <>
    {types.length > MOST_TILES ? <TypeSelect types={types} {...props} /> : <TileField types={types} {...props} />}
    {props.type && <Guide type={props.type} />}
  </>
)

const TileField = ({ types, type, error, onChoose }: Props) => {
  const { t } = useTranslation()
  const field = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  const choose = (id: string) => {
    isPressed.current = true
    onChoose(id)
  }
  // The pressed button disappears, so the focus moves to the button that replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the type changes
  useEffect(() => {
    if (isPressed.current) field.current?.querySelector('button')?.focus()
    isPressed.current = false
  }, [type?._id])
  return (
    <Input.Wrapper ref={field} label={t('eventForm.type')} labelElement="div" withAsterisk error={error}>
      {type ? (
        <TypeLine type={type} isSmall onChange={() => choose('')} />
      ) : (
        <TypeTiles types={types} isSmall onChoose={choose} />
      )}
    </Input.Wrapper>
  )
}

type LineProps = { type: EventType; isSmall?: boolean; onChange: () => void }

export const TypeLine = ({ type, isSmall = false, onChange }: LineProps) => {
  const { t } = useTranslation()
  const Shape = symbolOf(type.icon)
  return (
    <div className={classes.type} data-small={isSmall || undefined} data-field="publicAction">
      <span className={classes.typeSign} style={{ background: type.colour }} aria-hidden>
        <Shape size={isSmall ? 18 : 22} stroke={2} />
      </span>
      <bdi className={classes.typeName}>{nameOf(type)}</bdi>
      <Button variant="subtle" onClick={onChange}>
        {t('eventForm.changeType')}
      </Button>
    </div>
  )
}

const TypeSelect = ({ types, type, error, onChoose, onLeave }: Props) => {
  const { t } = useTranslation()
  return (
    <Select
      label={t('eventForm.type')}
      withAsterisk
      placeholder={t('eventForm.chooseType')}
      value={type?._id ?? null}
      onChange={(id) => id && onChoose(id)}
      onBlur={onLeave}
      error={error}
      data={types.map((one) => ({ value: one._id, label: nameOf(one) }))}
      searchable
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
    />
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
