import { Button, Input, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCurrentLocation, IconMap2, IconMapPin, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FoundPlace, type LngLat, type PublicPage, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useMyPosition } from '../../ui/browser/my-position.ts'
import classes from './PlaceField.module.css'
import type { Values } from './values.ts'

/** A third of a megabyte: only for those who want to point. */
const MapPlace = lazy(() => import('./MapPlace.tsx').then((file) => ({ default: file.MapPlace })))

type Place = NonNullable<Values['place']>
type Props = {
  token: string
  area: PublicPage['area']
  styleUrl: PublicPage['styleUrl']
  place: Values['place']
  error: string | undefined
  onPlace: (place: Place) => void
}

const PAUSE_MS = 300

/** Where it is: as the phone knows it, by name, or by pointing at the map. */
export const PlaceField = ({ token, area, styleUrl, place, error, onPlace }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isMapShown, setIsMapShown] = useState(false)
  const search = useSearch(token, typed, place?.at ?? centreOf(area))
  const me = useMyPosition((at) => onPlace({ at }))
  const placeText = usePlaceText(token, place)
  const choose = ({ address, coordinates }: FoundPlace) => {
    setTyped('')
    onPlace({ at: coordinates, address })
  }
  return (
    <Input.Wrapper
      label={t('visitor.place')}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      withAsterisk
      error={error}
      errorProps={{ id: `${id}-error`, role: 'alert' }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own */}
      <div className={classes.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-error`}>
        {place && (
          <p className={classes.chosen} role="status">
            <IconMapPin size={20} stroke={1.75} aria-hidden />
            <bdi>{placeText}</bdi>
          </p>
        )}
        <div className={classes.ways}>
          <Button
            variant="default"
            size="md"
            leftSection={<IconCurrentLocation size={20} stroke={1.75} />}
            loading={me.isAsking}
            onClick={me.ask}
          >
            {t('visitor.here')}
          </Button>
          <Button
            variant="default"
            size="md"
            leftSection={<IconMap2 size={20} stroke={1.75} />}
            aria-expanded={isMapShown}
            onClick={() => setIsMapShown(!isMapShown)}
          >
            {t(isMapShown ? 'visitor.hideMap' : 'visitor.onMap')}
          </Button>
        </div>
        {me.hasFailed && (
          <p className={classes.note} role="alert">
            {t('map.locateUnavailable')}
          </p>
        )}
        {isMapShown && (
          <Suspense fallback={<div className={classes.map} role="status" aria-label={t('map.loading')} />}>
            <MapPlace
              className={classes.map}
              area={area}
              styleUrl={styleUrl}
              at={place?.at}
              onMove={(at) => onPlace({ at })}
            />
          </Suspense>
        )}
        <TextInput
          type="search"
          aria-label={t('visitor.search')}
          placeholder={t('visitor.search')}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // Enter takes the best match and never sends the form.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (search.found[0]) choose(search.found[0])
          }}
        />
        {search.found.length > 0 && (
          <ul className={classes.found} aria-label={t('visitor.found')}>
            {search.found.map((one) => (
              <li key={`${one.address} ${one.coordinates}`}>
                <button type="button" className={classes.option} onClick={() => choose(one)}>
                  <bdi>{one.address}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
        {search.isEmpty && (
          <p className={classes.note} role="status">
            {t('visitor.notFound')}
          </p>
        )}
      </div>
    </Input.Wrapper>
  )
}

const centreOf = (area: PublicPage['area']): LngLat | undefined =>
  area ? [(area[0] + area[2]) / 2, (area[1] + area[3]) / 2] : undefined

const useSearch = (token: string, typed: string, near: LngLat | undefined) => {
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [answer, setAnswer] = useState<{ words: string; found: FoundPlace[] }>()
  const place = near?.map((degrees) => degrees.toFixed(4)).join()
  useEffect(() => {
    if (words.length < 2) return
    const asking = new AbortController()
    const query = { text: words, language: currentLanguage(), near: place }
    call(visitorApi.search, { params: { link: token }, query }, asking.signal)
      .catch(() => [])
      .then((found) => !asking.signal.aborted && setAnswer({ words, found }))
    return () => asking.abort()
  }, [token, words, place])
  const isWanted = typed.trim().length >= 2
  const isCurrent = answer?.words === typed.trim()
  return { found: isWanted ? (answer?.found ?? []) : [], isEmpty: isWanted && isCurrent && answer.found.length === 0 }
}

/** The chosen place in words: its address, and where it lies until that is known. */
const usePlaceText = (token: string, place: Values['place']): string => {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<{ at: string; address: string | null }>()
  const at = place?.at.join() ?? ''
  const isAsked = place !== null && place.address === undefined
  useEffect(() => {
    if (!isAsked) return
    const [lng = 0, lat = 0] = at.split(',').map(Number)
    const asking = new AbortController()
    call(
      visitorApi.reverse,
      { params: { link: token }, query: { lng, lat, language: currentLanguage() } },
      asking.signal,
    )
      .catch(() => ({ address: null }))
      .then(({ address }) => !asking.signal.aborted && setAnswer({ at, address }))
    return () => asking.abort()
  }, [token, at, isAsked])
  if (!place) return ''
  const [lng, lat] = place.at
  const address = place.address ?? (answer?.at === at ? answer.address : null)
  return address ?? t('visitor.latLong', { lat: lat.toFixed(4), long: lng.toFixed(4) })
}
