import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import classes from './Feed.module.css'
import { FeedList, type FilterWords } from './FeedList.tsx'

type Props = { memberId: string; wordsOf: FilterWords; onClose: () => void }

export const FeedsDialog = ({ memberId, wordsOf, onClose }: Props) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('feed.settings')} size={480}>
      <div className={classes.feed}>
        <p>{t('feed.settingsText')}</p>
        <FeedList memberId={memberId} wordsOf={wordsOf} none={t('feed.none')} />
      </div>
    </Dialog>
  )
}
