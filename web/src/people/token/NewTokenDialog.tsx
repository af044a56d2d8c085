import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { type TokenChoices, useCreateToken } from './data.ts'
import { TokenForm } from './TokenForm.tsx'
import { TokenText } from './TokenText.tsx'

export const NewTokenDialog = ({ choices, onClose }: { choices: TokenChoices; onClose: () => void }) => {
  const { t } = useTranslation()
  const create = useCreateToken()
  return (
    <Dialog
      onClose={onClose}
      title={t(create.data ? 'token.made' : 'token.add')}
      // The created token is not shown again, so only its own button closes the dialog.
      withCloseButton={!create.data}
      closeOnClickOutside={false}
      closeOnEscape={!create.data}
    >
      {create.data ? (
        <TokenText created={create.data} onDone={onClose} />
      ) : (
        <TokenForm
          choices={choices}
          problem={create.error}
          isBusy={create.isPending}
          onSubmit={(values) => create.mutate(values)}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
