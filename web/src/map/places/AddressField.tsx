import { Autocomplete, Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCurrentLocation, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundPlace, LngLat } from '#contract'
import { problemText } from '../../api/problem-text.ts'
import { useMyPosition } from '../../ui/browser/my-position.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from './AddressField.module.css'
import { usePlaceSearch } from './data.ts'

export type AddressFieldProps = {
  label: string
  isRequired?: boolean
  point: LngLat | null
  address: string
  near: () => LngLat | undefined
  error?: string | undefined
  onChoose: (place: FoundPlace) => void
  onPosition: (at: LngLat) => void
  onType?: ((text: string) => void) | undefined
  onLeave: () => void
  children?: ReactNode
}

const PAUSE_MS = 250

/** Searches places by name. Typed text is only a query: on blur the field shows the point's address again. */
export const AddressField = (props: AddressFieldProps) => {
  const { label, isRequired, point, address, near, onChoose, onPosition, onType, onLeave, children } = props
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [searchedAt, setSearchedAt] = useState(point)
  // Drop the typed text when the point changes, by a choice here or on the map.
  if (String(point) !== String(searchedAt)) {
    setSearchedAt(point)
    if (point || !onType) setTyped(undefined)
  }
  const [query] = useDebouncedValue(typed ?? '', PAUSE_MS)
  const search = usePlaceSearch(typed === undefined ? '' : query, near())
  const me = useMyPosition(onPosition)
  const places = typed === undefined ? [] : (search.data ?? [])
  const isEmpty = search.isSuccess && !search.isFetching && places.length === 0 && query.trim() === typed?.trim()

  const message = search.isError
    ? `${problemText(search.error, t)} ${t('form.kept')}`
    : isEmpty && t(onType ? 'form.unknownAddress' : 'place.nothingFound')

  const choose = (option: string) => {
    const place = places[Number(option)]
    if (!place) return
    onChoose(place)
    setTyped(undefined)
  }
  /** Enter selects the first match instead of submitting the form. */
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || typed === undefined) return
    event.preventDefault()
    if (!onType && !event.currentTarget.hasAttribute('aria-activedescendant')) choose('0')
  }
  const leave = () => {
    if (point) setTyped(undefined)
    onLeave()
  }
  const error = props.error && typed?.trim() && !point && !onType ? t('place.chooseOne') : props.error
  return (
    <div className={classes.field}>
      <Autocomplete
        label={label}
        withAsterisk={isRequired}
        placeholder={t('place.search')}
        value={typed ?? address}
        onChange={(text) => {
          setTyped(text)
          onType?.(text)
        }}
        onOptionSubmit={choose}
        onKeyDown={pressed}
        onBlur={leave}
        error={error}
        data={places.map((place, index) => ({ value: String(index), label: place.address }))}
        filter={({ options }) => options}
        openOnFocus={false}
        maxDropdownHeight={260}
        classNames={{ input: classes.words }}
        autoComplete="off"
        aria-describedby={`${id}-told`}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        rightSection={
          search.isFetching || me.isAsking ? (
            <Loader size={16} aria-label={t('word.loading')} />
          ) : (
            <IconButton
              icon={IconCurrentLocation}
              label={t('place.mine')}
              size={28}
              className={classes.mine}
              onClick={me.ask}
            />
          )
        }
      />
      <div id={`${id}-told`} className={classes.told} role="status">
        {me.hasFailed && <p>{t('map.locateUnavailable')}</p>}
        {message ? <p>{message}</p> : children}
      </div>
    </div>
  )
}
