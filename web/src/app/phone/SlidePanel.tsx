import { Button, useDirection } from '@mantine/core'
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconPlus } from '@tabler/icons-react'
import { type PointerEvent, type TouchEvent, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { actorOf } from '../../people/user/data.ts'
import { PanelActions } from '../../screens/panels/PanelActions.tsx'
import { PanelBody } from '../../screens/panels/PanelBody.tsx'
import { PanelMode } from '../../screens/panels/PanelMode.tsx'
import { type Height, lower, taller } from '../../screens/workspace/heights.ts'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { type Panel, panelOf, previousPanel, stopSharing } from '../../screens/workspace/workspace.ts'
import { type Swipe, swipeOf } from '../../ui/browser/swipe.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { Counters } from '../footer/Counters.tsx'
import { DateRange } from '../footer/DateRange.tsx'
import { MetricsButton } from '../footer/Footer.tsx'
import { onOpenList } from './open-list.ts'
import classes from './SlidePanel.module.css'

/**
 * Whether the menu, a counter or a link opened a list. The list then slides up, unless it would cover a calendar or
 * chart.
 */
const useIsListOpened = (): boolean => {
  const { workspace, path } = useWorkspace()
  const isNamed = workspace.panel !== undefined && workspace.panel !== 'closed' && workspace.panel !== 'events'
  return workspace.view === undefined && path !== '/calendar' && (isNamed || workspace.filter !== undefined)
}

const listOf = (panel: Panel | 'closed' | undefined): Panel | undefined =>
  panel === 'events' || panel === 'activities' || panel === 'groups' || panel === 'aois' ? panel : undefined

export const SlidePanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { dir } = useDirection()
  const { workspace, path, go } = useWorkspace()
  const panel = panelOf(workspace, path)
  const { selected, filter, sharing } = workspace
  const isOpened = useIsListOpened()
  const [height, setHeight] = useState<Height>(sharing ? 'full' : isOpened ? 'half' : 'low')
  const isTeam = panel === 'users'
  const list = listOf(panel) ?? (isTeam ? listOf(workspace.back) : undefined) ?? 'events'
  const shown: Panel = isTeam ? 'users' : list
  // The panel from which this list was opened, such as Settings.
  const from = workspace.back && workspace.back !== 'users' && !listOf(workspace.back) ? workspace.back : undefined

  // Lowers the list, so that a calendar, chart or other view that replaces the map is visible.
  useEffect(() => {
    if (workspace.view) setHeight('low')
  }, [workspace.view])

  useEffect(() => {
    if (selected) setHeight(sharing ? 'full' : 'half')
  }, [selected, sharing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: also runs for another list or filter
  useEffect(() => {
    if (isOpened) setHeight((now) => (now === 'low' ? 'half' : now))
  }, [isOpened, panel, filter])

  const open = useCallback(() => setHeight((now) => (now === 'low' ? 'half' : now)), [])
  useEffect(() => onOpenList(open), [open])

  const showTab = (tab: Panel) => {
    // While the team's tab is open, `back` holds the list of the other tab.
    go({ ...stopSharing(workspace), panel: tab, back: tab === 'users' && list !== 'events' ? list : undefined })
    open()
  }
  const move = (swipe: Swipe) => {
    if (swipe === 'up') setHeight(taller)
    if (swipe === 'down') setHeight('low')
    // The team has no "Done" or "Shared with me", so a swipe does not change the tab under these filters.
    if (filter === 'done' || filter === 'shared') return
    if (swipe === 'start' && !isTeam) showTab('users')
    if (swipe === 'end' && isTeam) showTab(list)
  }
  const follow = (start: PointerEvent, onSwipe: (swipe: Swipe) => void) => {
    const followed = new AbortController()
    const end = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      followed.abort()
      onSwipe(swipeOf(clientX - start.clientX, clientY - start.clientY, dir === 'rtl'))
    }
    // Listens on the window, because the finger may leave the panel. Pointer capture would swallow clicks on buttons.
    window.addEventListener('pointerup', end, { signal: followed.signal })
    // The browser cancels the pointer when it takes the gesture for scrolling.
    window.addEventListener('pointercancel', () => followed.abort(), { signal: followed.signal })
  }
  /**
   * Follows a downward drag from the top of the list. Uses touch events, because the browser cancels the pointer when
   * the list can scroll.
   */
  const followDown = ({ touches, currentTarget }: TouchEvent<HTMLElement>) => {
    const start = touches[0]
    if (!start || touches.length > 1 || currentTarget.scrollTop > 0) return
    const { clientX, clientY } = start
    const end = ({ changedTouches }: globalThis.TouchEvent) => {
      const touch = changedTouches[0]
      if (!touch || currentTarget.scrollTop > 0) return
      if (swipeOf(touch.clientX - clientX, touch.clientY - clientY, dir === 'rtl') === 'down') setHeight('low')
    }
    currentTarget.addEventListener('touchend', end, { once: true })
  }
  /** Follows only sideways drags, because vertical ones scroll the list. A mouse drag selects text in the list. */
  const followInList = (start: PointerEvent) => {
    if (start.pointerType === 'mouse') return
    follow(start, (swipe) => (swipe === 'start' || swipe === 'end') && move(swipe))
  }

  const mayReport = shown === 'events' && workspace.view === undefined && mayEver(actorOf(profile), 'aoi.create')
  return (
    <>
      {height === 'low' && mayReport && (
        <Button
          className={classes.report}
          size="lg"
          radius="xl"
          leftSection={<IconPlus size={22} stroke={2} />}
          onClick={() => go({ ...workspace, panel: 'events', form: 'new' })}
        >
          {t('events.create')}
        </Button>
      )}
      <section className={classes.panel} data-height={height} aria-label={t('slide.label')}>
        {/* The head can be dragged. Its buttons do the same for the keyboard and screen readers. */}
        <div className={classes.head} onPointerDown={(start) => follow(start, move)}>
          <span className={classes.handle} aria-hidden />
          <div className={classes.bar}>
            {from && (
              <IconButton
                icon={IconArrowLeft}
                label={t('panel.previous', { title: t(`panel.${from}`) })}
                size={44}
                className={classes.mirrored}
                onClick={() => go(previousPanel(workspace))}
              />
            )}
            <div className={classes.tabs} role="tablist" aria-label={t('slide.label')}>
              {(from ? [shown] : [list, 'users' as const]).map((tab) => (
                <button
                  key={tab}
                  type="button"
                  role="tab"
                  id={`slide-tab-${tab}`}
                  aria-selected={tab === shown}
                  data-home={tab === shown || undefined}
                  aria-controls="slide-list"
                  className={classes.tab}
                  onClick={() => showTab(tab)}
                >
                  {/* The label of the areas' tab is short, because it shares the row with five buttons. */}
                  {tab === 'aois' ? t('slide.aois') : t(`panel.${tab}`)}
                </button>
              ))}
            </div>
            <PanelActions panel={shown} profile={profile} />
            {height !== 'low' && (
              <IconButton
                icon={IconChevronDown}
                label={t('slide.lower')}
                size={44}
                onClick={() => setHeight(lower(height))}
              />
            )}
            {height !== 'full' && (
              <IconButton
                icon={IconChevronUp}
                label={t('slide.taller')}
                size={44}
                onClick={() => setHeight(taller(height))}
              />
            )}
          </div>
        </div>
        {/* The key scrolls to the top when the list changes or a selection for sharing starts. */}
        <div
          key={`${shown} ${sharing ?? ''}`}
          id="slide-list"
          role="tabpanel"
          aria-labelledby={`slide-tab-${shown}`}
          className={classes.list}
          inert={height === 'low'}
          onPointerDown={followInList}
          onTouchStart={followDown}
        >
          {!isTeam && (
            <div className={classes.filters}>
              <Counters profile={profile} />
              <div className={classes.choices}>
                <DateRange />
                <MetricsButton size={44} />
              </div>
            </div>
          )}
          <PanelMode profile={profile} />
          <PanelBody panel={shown} profile={profile} />
        </div>
      </section>
    </>
  )
}
