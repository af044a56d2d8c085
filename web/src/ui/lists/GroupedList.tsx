import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ProblemText } from '../feedback/ProblemText.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { GROUP_PX, GroupHeader } from './GroupHeader.tsx'
import type { PanelList } from './ListPanel.tsx'
import { ROW_PX } from './Row.tsx'
import { VirtualList } from './VirtualList.tsx'

type Item = { kind: string; key: string }

export type GroupItem<Group> = { kind: 'group'; key: string; group: Group; count: number; isOpen: boolean }

type Props<Group, Row extends Item> = {
  list: PanelList
  label: string
  listKey: string
  items: readonly (GroupItem<Group> | Row)[]
  isLoading: boolean
  problem: unknown
  onRetry: () => void
  empty: { icon: Icon; text: string }
  /** Key of a row; a new key scrolls its row into view. */
  revealed?: string | undefined
  titleOf: (group: Group) => string
  onToggle: (group: Group) => void
  renderRow: (row: Row, tabIndex: 0 | -1) => ReactNode
}

const keyOf = ({ key }: Item) => key
const heightOf = ({ kind }: Item) => (kind === 'group' ? GROUP_PX : ROW_PX)
const isGroup = <Group, Row extends Item>(item: GroupItem<Group> | Row): item is GroupItem<Group> =>
  item.kind === 'group'

/** Rows under collapsible headers, or the reason why the list has none: an error, loading, or an empty text. */
export const GroupedList = <Group, Row extends Item>(props: Props<Group, Row>) => {
  const { list, items, isLoading, problem, empty, titleOf, onToggle, renderRow } = props
  const { t } = useTranslation()
  return (
    <>
      <ProblemText problem={problem} onRetry={props.onRetry} />
      {isLoading && items.length === 0 && <Skeleton rows={6} label={t('word.loading')} />}
      {!isLoading && !problem && items.length === 0 && <EmptyState {...empty} />}
      {items.length > 0 && (
        <VirtualList
          ref={list.ref}
          listKey={props.listKey}
          items={items}
          keyOf={keyOf}
          heightOf={heightOf}
          label={props.label}
          revealed={props.revealed}
          covered={list.covered}
          render={(item, tabIndex) =>
            isGroup(item) ? (
              <GroupHeader
                title={titleOf(item.group)}
                count={item.count}
                isOpen={item.isOpen}
                tabIndex={tabIndex}
                onPress={() => onToggle(item.group)}
              />
            ) : (
              renderRow(item, tabIndex)
            )
          }
        />
      )}
    </>
  )
}
