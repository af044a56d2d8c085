import { useElementSize } from '@mantine/hooks'
import { type KeyboardEventHandler, type ReactNode, type RefObject, useRef } from 'react'
import { useIsWide } from '../browser/wide.ts'
import { SearchField } from '../fields/SearchField.tsx'
import { TabBar } from '../layout/TabBar.tsx'
import classes from './ListPanel.module.css'
import type { VirtualListHandle } from './VirtualList.tsx'

export type PanelList = {
  ref: RefObject<VirtualListHandle | null>
  /** Pixels of the scroll area under the toolbar and the bottom buttons. */
  covered: { top: number; bottom: number }
}

type Props<Tab extends string> = {
  id: string
  tabs: { label: string; all: readonly { id: Tab; title: string }[]; selected: Tab; onChoose: (tab: Tab) => void }
  search: { label: string; value: string; onChange: (text: string) => void }
  notice?: ReactNode
  bottom?: ReactNode
  onKeyDown?: KeyboardEventHandler
  children: (list: PanelList) => ReactNode
}

/** A list with tabs and search above and buttons below. Arrow down moves the focus from the search into the list. */
export const ListPanel = <Tab extends string>(props: Props<Tab>) => {
  const { id, tabs, search, notice, bottom, onKeyDown, children } = props
  const isWide = useIsWide()
  const list = useRef<VirtualListHandle>(null)
  const toolbar = useElementSize()
  const footer = useElementSize()
  const covered = { top: isWide ? toolbar.height : 0, bottom: footer.height }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the rows
    <div className={classes.panel} onKeyDown={onKeyDown}>
      <div ref={toolbar.ref} className={classes.toolbar}>
        <TabBar label={tabs.label} tabs={tabs.all} selected={tabs.selected} controls={id} onChoose={tabs.onChoose} />
        <SearchField {...search} onDown={() => list.current?.focusFirst()} />
      </div>
      {notice}
      <div
        id={id}
        role="tabpanel"
        aria-label={tabs.all.find((tab) => tab.id === tabs.selected)?.title}
        className={classes.content}
      >
        {children({ ref: list, covered })}
      </div>
      {bottom && (
        <div ref={footer.ref} className={classes.bottom}>
          {bottom}
        </div>
      )}
    </div>
  )
}
