import { Copy, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useConfirm } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogHost, type DialogHandle } from './dialog-host.tsx'
import { Field } from '../controls/field.tsx'
import { Menu, MenuItem, MenuSeparator } from './menu.tsx'
import { Popover } from './popover.tsx'
import { Select } from '../controls/select.tsx'
import { Sheet } from './sheet.tsx'
import type { Specimen } from '../styles/specimen.ts'
import { TextInput } from '../controls/text-input.tsx'
import { useToast } from './toast.tsx'

const years = [
  { value: '26', label: '2026–27' },
  { value: '27', label: '2027–28' },
]

const Renaming = ({ name, handle }: { name: string; handle: DialogHandle<string> }) => {
  const [typed, setTyped] = useState(name)
  const [year, setYear] = useState<string | null>('26')
  const confirm = useConfirm()
  const discard = async () => {
    if (await confirm({ title: 'Discard the new name?', danger: true })) handle.dialog.onClose()
  }
  return (
    <Dialog
      {...handle.dialog}
      title="Rename the policy year"
      description="Students see the new name right away."
      footer={
        <>
          <Button onClick={() => void discard()}>Discard</Button>
          <Button variant="primary" onClick={() => handle.close(typed)}>
            Rename
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-4">
        <Field label="Name">
          <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <Field label="Year">
          <Select options={years} value={year} onChange={setYear} />
        </Field>
      </form>
    </Dialog>
  )
}

const Asking = () => {
  const confirm = useConfirm()
  const toast = useToast()
  const open = useDialogHost()
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove 312 students from 2026–27?',
      message: 'This also removes their statuses and waivers for this policy year. You can’t undo this.',
      acceptLabel: 'Remove 312 students',
      danger: true,
      mustType: '312',
    })
    if (isSure) toast.show({ title: '312 students removed', tone: 'success' })
  }
  const rename = () =>
    open(Renaming, {
      props: { name: '2026–27' },
      onClose: (closed) =>
        toast.show({ title: closed.type === 'dialog-close' ? 'No changes made' : closed.data }),
    })
  return (
    <>
      <Button onClick={rename}>Hosted dialog</Button>
      <Button onClick={() => void remove()}>Confirmation</Button>
      <Button
        onClick={() =>
          toast.show({
            title: '3,126 statuses changed',
            description: '12 were skipped.',
            tone: 'success',
            action: { label: 'Undo', onAction: () => toast.show({ title: 'Undone' }) },
          })
        }
      >
        Toast with undo
      </Button>
      <Button onClick={() => toast.show({ title: 'Something went wrong', tone: 'danger' })}>
        Toast of a failure
      </Button>
    </>
  )
}

const Surfaces = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Asking />
      <Button onClick={() => setOpen(true)}>Sheet</Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title="Abernathy, Rosa J.">
        <p className="px-5 pb-5">A peek at one student beside the list.</p>
      </Sheet>
      <Popover label="Filter" trigger={<Button>Popover</Button>} className="w-64 p-3">
        <Field label="Contains">
          <TextInput />
        </Field>
      </Popover>
      <Menu align="start" trigger={<Button icon={MoreHorizontal}>Menu</Button>}>
        <MenuItem icon={Pencil}>Rename</MenuItem>
        <MenuItem icon={Copy}>Copy</MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger>
          Remove
        </MenuItem>
      </Menu>
    </>
  )
}

export const specimen: Specimen = { title: 'Overlays', Component: Surfaces }
