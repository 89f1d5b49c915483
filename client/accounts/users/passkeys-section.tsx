import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { listPasskeys, removePasskey } from '#contract/accounts/auth/passkey-endpoints.ts'
import type { Passkey } from '#contract/accounts/auth/passkey-shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { passkeyObstacle } from '#client/accounts/auth/passkey-obstacle.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Menu, MenuItem } from '#client/platform/ui/overlays/menu.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { passkeyReads } from './passkey-reads.ts'

const NameDialog = lazyDialog(async () => (await import('./passkey-name-dialog.tsx')).PasskeyNameDialog)

/** Renders the user’s own passkeys, or says why they can’t be used here. */
export const PasskeysSection = () => {
  const openDialog = useDialogHost()
  const obstacle = passkeyObstacle()
  const edit = (passkey: Passkey | null) => openDialog(NameDialog, { props: { passkey } })
  return (
    <FormSection
      title="Passkeys"
      why="Sign in with a fingerprint, your face, a screen lock or a security key, without your password."
    >
      <div className="col-span-6 flex flex-col items-start gap-3">
        <Passkeys onRename={edit} />
        {obstacle === null ? (
          <Button icon={Plus} onClick={() => edit(null)}>
            Add a passkey
          </Button>
        ) : (
          <p className="text-ink-2">{obstacle}</p>
        )}
      </div>
    </FormSection>
  )
}

const Passkeys = ({ onRename }: { onRename: (passkey: Passkey) => void }) => {
  const passkeys = useAsk(listPasskeys, {})
  return (
    <Loaded
      of={passkeys}
      compact
      what="Your passkeys"
      who="You can see only your own passkeys."
      rows={2}
      label="Loading passkeys"
    >
      {(data) =>
        data.length === 0 ? (
          <p>No passkeys yet.</p>
        ) : (
          <ul aria-label="Passkeys" className="-my-2 w-full divide-y divide-line">
            {data.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => onRename(passkey)} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const PasskeyRow = ({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) => {
  const remove = useRemove(passkey)
  const { name, created_at, last_used_at } = passkey
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-label text-ink-2">
          Added {formatInstant(created_at)} ·{' '}
          {last_used_at === null ? (
            'Not used yet'
          ) : (
            <>
              Last used <Ago at={last_used_at} />
            </>
          )}
        </p>
      </div>
      <Menu
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label={`Actions for the passkey ${name}`} />}
      >
        <MenuItem icon={Pencil} onSelect={onRename}>
          Rename
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
          Remove
        </MenuItem>
      </Menu>
    </li>
  )
}

/** Removes a passkey after asking: only its device can add it again. */
const useRemove = ({ id, name }: Passkey) => {
  const confirm = useConfirm()
  const toast = useToast()
  const { send } = useSend(removePasskey, { refreshes: passkeyReads })
  return async (): Promise<void> => {
    const isSure = await confirm({
      title: `Remove the passkey “${name}”?`,
      message: 'You can’t sign in with it anymore. You’ll be signed out on your other devices.',
      acceptLabel: 'Remove',
      danger: true,
    })
    if (!isSure) return
    await send({ params: { id: String(id) } })
    toast.show({ tone: 'success', title: 'Passkey removed' })
  }
}
