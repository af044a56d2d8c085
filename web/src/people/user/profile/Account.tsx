import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGroup } from '../../../ui/fields/FieldGroup.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useDeleteAccount, useLogOut } from '../data.ts'
import { PasswordForm } from './PasswordForm.tsx'

export const Account = ({ username, backupNote }: { username: string; backupNote: string }) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'password' | 'delete'>()
  const deleteAccount = useDeleteAccount()
  const logOut = useLogOut()
  const close = () => setDialog(undefined)
  return (
    <FieldGroup name={t('profile.account')}>
      <Button variant="default" onClick={() => setDialog('password')}>
        {t('password.change')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLogout size={18} stroke={1.75} />}
        loading={logOut.isPending}
        onClick={() => logOut.mutate()}
      >
        {t('profile.logOut')}
      </Button>
      <Button variant="light" color="red" onClick={() => setDialog('delete')}>
        {t('profile.delete')}
      </Button>
      <Dialog opened={dialog === 'password'} onClose={close} title={t('password.change')} size={400}>
        <PasswordForm username={username} submit={t('password.submit')} onDone={close} />
      </Dialog>
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        title={t('profile.delete')}
        message={`${t('profile.deleteText')} ${backupNote}`}
        yes={t('word.delete')}
        color="red"
        isBusy={deleteAccount.isPending}
        onYes={() => deleteAccount.mutate(undefined, { onSettled: close })}
        onCancel={close}
      />
    </FieldGroup>
  )
}
