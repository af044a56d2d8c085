import { Button, Input, TextInput } from '@mantine/core'
import { IconCurrentLocation, IconMap2, IconMapPin, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FoundPlace, type LngLat, type PublicPage, visitorApi } from '#contract'
import { call } from '../../../api/call.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useMyPosition } from '../../../ui/browser/my-position.ts'
import classes from './PlaceField.module.css'
import { usePlaceSearch } from './use-place-search.ts'
import type { Values } from './values.ts'

/** Loaded when the visitor opens the map: 300 kB. */
const MapPlace = lazy(() => import('./MapPlace.tsx').then((file) => ({ default: file.MapPlace })))

type Place = NonNullable<Values['place']>
type Props = {
  token: string
  area: PublicPage['area']
  styleUrl: PublicPage['styleUrl']
  place: Values['place']
  error: string | undefined
  /** Requests the device's position when the form opens, unless a place was chosen by hand. */
  isAsked: boolean
  onPlace: (place: Place) => void
}

export const PlaceField = ({ token, area, styleUrl, place, error, isAsked, onPlace }: Props) => {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isMapShown, setIsMapShown] = useState(false)
  const search = usePlaceSearch(token, typed, place?.at ?? centreOf(area))
  const me = useMyPosition((at) => onPlace({ at }))
  /** Requested automatically, so a denied permission shows no error. */
  const device = useMyPosition((at) => onPlace({ at, isFromDevice: true }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (isAsked && (!place || place.isFromDevice)) device.ask()
  }, [])
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
            loading={me.isAsking || device.isAsking}
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
          // Enter selects the first match and never submits the form.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            if (search.places[0]) choose(search.places[0])
          }}
        />
        {search.places.length > 0 && (
          <ul className={classes.found} aria-label={t('visitor.found')}>
            {search.places.map((one) => (
              <li key={`${one.address} ${one.coordinates}`}>
                <button type="button" className={classes.option} onClick={() => choose(one)}>
                  <bdi>{one.address}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
        {(search.isEmpty || search.hasFailed) && (
          <p className={classes.note} role="status">
            {t(search.hasFailed ? 'visitor.searchFailed' : 'visitor.notFound')}
          </p>
        )}
      </div>
    </Input.Wrapper>
  )
}

const centreOf = (area: PublicPage['area']): LngLat | undefined =>
  area ? [(area[0] + area[2]) / 2, (area[1] + area[3]) / 2] : undefined

const usePlaceText = (token: string, place: Values['place']): string => {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<{ at: string; address: string | null }>()
  const at = place?.at.join() ?? ''
  const needsAddress = place !== null && place.address === undefined
  useEffect(() => {
    if (!needsAddress) return
    const [lng = 0, lat = 0] = at.split(',').map(Number)
    const controller = new AbortController()
    call(
      visitorApi.reverse,
      { params: { link: token }, query: { lng, lat, language: currentLanguage() } },
      controller.signal,
    )
      .catch(() => ({ address: null }))
      .then(({ address }) => !controller.signal.aborted && setAnswer({ at, address }))
    return () => controller.abort()
  }, [token, at, needsAddress])
  if (!place) return ''
  const [lng, lat] = place.at
  const address = place.address ?? (answer?.at === at ? answer.address : null)
  return address ?? t('visitor.latLong', { lat: lat.toFixed(4), long: lng.toFixed(4) })
}
