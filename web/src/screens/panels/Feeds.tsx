import type { FeedFilter, Profile } from '#contract'
import { FeedDialog } from '../../exchange/feed/FeedDialog.tsx'
import { FeedsDialog } from '../../exchange/feed/FeedsDialog.tsx'
import { useFeedWords } from './use-feed-words.ts'

type ListFeedProps = {
  profile: Profile
  title: string
  filter: FeedFilter
  isReduced: boolean
  onClose: () => void
}

/** Creates a feed of a list. */
export const ListFeed = ({ profile, ...props }: ListFeedProps) => (
  <FeedDialog memberId={profile._id} wordsOf={useFeedWords(profile)} {...props} />
)

export const Feeds = ({ profile, onClose }: { profile: Profile; onClose: () => void }) => (
  <FeedsDialog memberId={profile._id} wordsOf={useFeedWords(profile)} onClose={onClose} />
)
