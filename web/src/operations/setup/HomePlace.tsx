import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { areaAround, type FoundPlace, type HomeArea, Problem, setupApi } from '#contract'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { FrameField } from '../../map/FrameField.tsx'
import classes from './SetupPage.module.css'

const PAUSE_MS = 300
const MOST = 5

/** Area in which maps open, and its address if it was searched by name. */
export type Home = { area: HomeArea; address?: string }

type Props = {
  token: string
  home: Home | null
  onChange: (home: Home) => void
  /** Called if the server rejects the setup token, which the search needs. */
  onWrongToken: (problem: Problem) => void
}

/** Field for the area in which the service's maps open: around a place searched by name, or framed on a map. */
export const HomePlace = ({ token, home, onChange, onWrongToken }: Props) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { places, problem } = useSearch(token, typed, onWrongToken)
  const choose = ({ address, coordinates }: FoundPlace) => {
    onChange({ address, area: areaAround(coordinates) })
    setTyped('')
  }
  return (
    <div className={classes.home}>
      <TextInput
        label={t('starter.homeArea')}
        description={t('starter.homeAreaHint')}
        placeholder={t('starter.homeAreaSearch')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        autoComplete="off"
        value={typed}
        error={problem ? errorText(problem, t) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter selects the first match and does not submit the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !typed.trim()) return
          event.preventDefault()
          if (places?.[0]) choose(places[0])
        }}
      />
      <div role="status">
        {places?.length === 0 && <p className={classes.note}>{t('starter.homeAreaNotFound')}</p>}
        {!typed && home && (
          <p className={classes.chosen}>
            <IconMapPin size={18} stroke={1.75} aria-hidden />
            <bdi>{home.address ?? t('frame.done')}</bdi>
          </p>
        )}
      </div>
      {places && places.length > 0 && (
        <ul className={classes.found} aria-label={t('starter.homeAreaFound')}>
          {places.slice(0, MOST).map((one) => (
            <li key={one.address}>
              <Button
                variant="subtle"
                fullWidth
                justify="start"
                classNames={{ root: classes.foundOne, label: classes.foundName }}
                onClick={() => choose(one)}
              >
                <bdi>{one.address}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <FrameField
          title={t('starter.homeArea')}
          area={home?.area ?? null}
          onChange={(area) => {
            onChange({ area })
            setTyped('')
          }}
        />
      </div>
    </div>
  )
}

const isTokenProblem = (problem: unknown): problem is Problem =>
  problem instanceof Problem && problem.code === 'setupToken'

/** The token's own field shows its problems, so the search only refers to that field. */
const errorText = (problem: unknown, t: TFunction) =>
  isTokenProblem(problem) ? t('starter.homeAreaToken') : problemText(problem, t)

type SearchAnswer = { places?: FoundPlace[]; problem?: unknown }

const useSearch = (token: string, typed: string, onWrongToken: (problem: Problem) => void): SearchAnswer => {
  const [text] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const [answer, setAnswer] = useState<SearchAnswer & { text: string }>({ text: '' })
  const fail = useEffectEvent((problem: unknown) => {
    setAnswer({ problem, text })
    if (isTokenProblem(problem)) onWrongToken(problem)
  })
  useEffect(() => {
    if (text.length < 2) return
    const ending = new AbortController()
    call(setupApi.places, { body: { token, text, language: currentLanguage() } }, ending.signal).then(
      (places) => ending.signal.aborted || setAnswer({ places, text }),
      (problem: unknown) => ending.signal.aborted || fail(problem),
    )
    return () => ending.abort()
  }, [token, text])
  return answer.text === typed.trim() && typed.trim().length >= 2 ? answer : {}
}
