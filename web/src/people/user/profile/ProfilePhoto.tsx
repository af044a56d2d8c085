import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { initialOf, type Profile } from '#contract'
import { problemText } from '../../../api/problem-text.ts'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import { fitImage, IMAGE_TYPES } from '../../../ui/images/fit-image.ts'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useRemovePhoto, useSetPhoto } from '../data.ts'
import classes from './ProfileForm.module.css'

const PROFILE_PHOTO_PX = 118

export const ProfilePhoto = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const [errorText, setErrorText] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const setPhoto = useSetPhoto()
  const removePhoto = useRemovePhoto()
  const fail = (error: unknown) => setErrorText(problemText(error, t))

  const choose = async (picked: File | null) => {
    if (!picked) return
    const { file, problem } = await fitImage(picked)
    setErrorText(problem && t(problem))
    if (file) setPhoto.mutate(file, { onError: fail })
  }
  const remove = () =>
    removePhoto.mutate(undefined, {
      onSuccess: () => setErrorText(undefined),
      onError: fail,
      onSettled: () => setIsAsking(false),
    })

  return (
    <div className={classes.photo}>
      <Avatar photo={profile.photo} initial={initialOf(profile)} size={PROFILE_PHOTO_PX} />
      <div className={classes.photoButtons}>
        <FileButton accept={IMAGE_TYPES} onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={setPhoto.isPending}>
              {profile.photo ? t('profile.photoReplace') : t('profile.photoSet')}
            </Button>
          )}
        </FileButton>
        {profile.photo && (
          <Button variant="subtle" color="red" size="xs" onClick={() => setIsAsking(true)}>
            {t('profile.photoRemove')}
          </Button>
        )}
      </div>
      {errorText && (
        <p className={classes.wrong} role="alert">
          {errorText}
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('profile.photoRemove')}
        message={t('profile.photoRemoveText')}
        yes={t('word.delete')}
        color="red"
        isBusy={removePhoto.isPending}
        onYes={remove}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}
