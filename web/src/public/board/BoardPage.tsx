import { Button, NativeSelect } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AoiState, type Board, Problem } from '#contract'
import { showLanguage } from '../../i18n/i18n.ts'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { LinkGone, PublicFrame } from '../../ui/layout/PublicFrame.tsx'
import { LanguageSelect } from '../../ui/theme/Preferences.tsx'
import classes from './BoardPage.module.css'
import { EntryRows } from './EntryRows.tsx'
import { lengthText, numbered, usePublicBoard } from './public-board.ts'

/** Loaded after the list, because the map is by far the largest part of the page. */
const BoardMap = lazy(() => import('./BoardMap.tsx').then((file) => ({ default: file.BoardMap })))

const LOOK_AGAIN_MS = 120_000
const states: readonly AoiState[] = ['new', 'inProgress', 'done']

export const BoardPage = ({ token }: { token: string }) => {
  const { t } = useTranslation()
  const { data, problem, refetch } = usePublicBoard(token, LOOK_AGAIN_MS)
  const isGone = problem instanceof Problem && problem.code === 'notFound'
  const service = data?.service
  const title = service ? titleOf(service) : t('product')
  useEffect(() => {
    document.title = `${t('board.title')} · ${title}`
  }, [t, title])
  return (
    <PublicFrame
      service={service}
      width={1248}
      languageSelect={<LanguageSelect size="xs" choose={showLanguage} onChosen={keepInAddress} />}
    >
      {isGone ? (
        <LinkGone title={t('board.gone')} text={t('board.goneText')} />
      ) : (
        <>
          <ProblemText problem={problem} onRetry={refetch} />
          {data ? <ListAndMap board={data} /> : !problem && <Skeleton rows={4} label={t('word.loading')} />}
        </>
      )}
    </PublicFrame>
  )
}

/** Stores the language in the URL instead of a cookie, so that a copied link keeps it. */
const keepInAddress = (language: string): void => {
  const search = new URLSearchParams(location.search)
  search.set('lang', language)
  history.replaceState(null, '', `?${search}`)
}

const ListAndMap = ({ board }: { board: Board }) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const [type, setType] = useState('')
  const [state, setState] = useState('')
  const [cell, setCell] = useState<string>()
  const [isMapShown, setIsMapShown] = useState(isWide)
  const { types, cellMetres, days, entries, isCut, styleUrl } = board
  const matching = numbered(entries).filter(
    (entry) => (type === '' || String(entry.type) === type) && (state === '' || entry.state === state),
  )
  const shown = matching.filter((entry) => !cell || entry.cell.join() === cell)
  return (
    <div className={classes.known} data-map={isMapShown || undefined}>
      <section className={classes.lists}>
        <h1 className={classes.heading}>{t('board.title')}</h1>
        <p className={classes.dim}>
          {t('board.about', { count: entries.length, days, size: lengthText(cellMetres, t) })}
          {isCut && ` ${t('board.cut')}`}
        </p>
        {entries.length > 0 && (
          <div className={classes.tools}>
            <NativeSelect
              aria-label={t('board.type')}
              value={type}
              onChange={(event) => setType(event.currentTarget.value)}
              data={[
                { value: '', label: t('board.anyType') },
                ...types.map((one, index) => ({ value: String(index), label: nameOf(one) })),
              ]}
            />
            <NativeSelect
              aria-label={t('board.stateLabel')}
              value={state}
              onChange={(event) => setState(event.currentTarget.value)}
              data={[
                { value: '', label: t('board.anyState') },
                ...states.map((value) => ({ value, label: t(`board.state.${value}`) })),
              ]}
            />
            <Button variant="default" aria-expanded={isMapShown} onClick={() => setIsMapShown(!isMapShown)}>
              {t(isMapShown ? 'board.hideMap' : 'board.showMap')}
            </Button>
            {cell && (
              <Button variant="light" onClick={() => setCell(undefined)}>
                {t('board.showAll')}
              </Button>
            )}
          </div>
        )}
      </section>
      {isMapShown && entries.length > 0 && (
        <section className={classes.map} aria-label={t('board.mapLabel')}>
          <Suspense fallback={<div role="status" aria-label={t('map.loading')} />}>
            <BoardMap
              styleUrl={styleUrl}
              cells={matching.map((entry) => entry.cell)}
              selected={cell}
              onSelect={setCell}
            />
          </Suspense>
        </section>
      )}
      <section className={classes.rows}>
        {shown.length > 0 ? (
          <EntryRows
            label={t('board.list')}
            types={types}
            entries={shown}
            {...(isMapShown && {
              detailOf: (entry) =>
                entry.cell.join() !== cell && (
                  <button type="button" onClick={() => setCell(entry.cell.join())}>
                    {t('board.onMap')}
                  </button>
                ),
            })}
          />
        ) : (
          <p className={classes.dim} role="status">
            {t(entries.length === 0 ? 'board.empty' : 'board.noMatch')}
          </p>
        )}
      </section>
    </div>
  )
}
