import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ConfirmProvider, useConfirm } from './confirm.tsx'
import type { ConfirmOptions } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import {
  DialogHostProvider,
  HostedDialogs,
  useDialogHost,
  type DialogClosed,
  type DialogHandle,
} from './dialog-host.tsx'
import { ToastProvider, useToast } from './toast.tsx'
import { keepClear } from './keep-clear.ts'
import { createToaster } from './toaster.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test.each([
  ['useToast', useToast],
  ['useConfirm', useConfirm],
  ['useDialogHost', useDialogHost],
] as const)(
  '%s without its provider is a developer error that names the provider',
  (name, hook: () => unknown) => {
    expect(() => renderHook(hook)).toThrow(new RegExp(`${name} must be used inside <\\w+Provider>`))
  },
)

const Asker = ({ options, told }: { options: ConfirmOptions; told: (answer: boolean) => void }) => {
  const confirm = useConfirm()
  return <button onClick={() => void confirm(options).then(told)}>ask</button>
}

const ask = async (options: ConfirmOptions) => {
  const told = vi.fn<(answer: boolean) => void>()
  render(
    <ConfirmProvider>
      <Asker options={options} told={told} />
    </ConfirmProvider>,
  )
  await userEvent.click(screen.getByText('ask'))
  await screen.findByRole('alertdialog')
  return told
}

test('a destructive confirmation starts on Cancel, and Escape means no', async () => {
  const told = await ask({ title: 'Remove?', danger: true, acceptLabel: 'Remove' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(told).toHaveBeenCalledWith(false))
})

test('an ordinary confirmation starts on the action, and pressing it means yes', async () => {
  const told = await ask({ title: 'Send?', acceptLabel: 'Send' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Send'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(told).toHaveBeenCalledWith(true))
})

test('deleting many records asks for the number first', async () => {
  const told = await ask({ title: 'Remove 3,126?', acceptLabel: 'Remove', danger: true, mustType: '3,126' })
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove' })
  expect(remove.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Type 3,126 to continue'), '3126')
  await userEvent.click(remove)
  await waitFor(() => expect(told).toHaveBeenCalledWith(true))
})

const Hosted = ({ name, handle }: { name: string; handle: DialogHandle<string> }) => (
  <Dialog
    {...handle.dialog}
    title={name}
    footer={<button onClick={() => handle.close('done')}>done</button>}
  />
)

const Opener = ({ told }: { told: (closed: DialogClosed<string>) => void }) => {
  const open = useDialogHost()
  return <button onClick={() => open(Hosted, { props: { name: 'Rename' }, onClose: told })}>open</button>
}

const openHosted = async () => {
  const told = vi.fn<(closed: DialogClosed<string>) => void>()
  render(
    <DialogHostProvider>
      <Opener told={told} />
      <HostedDialogs />
    </DialogHostProvider>,
  )
  await userEvent.click(screen.getByText('open'))
  await screen.findByRole('dialog', { name: 'Rename' })
  return told
}

test('a hosted dialog that closes itself reports its result once, and unmounts', async () => {
  const told = await openHosted()
  const done = screen.getByText('done')
  act(() => {
    done.click()
    done.click()
  })
  expect(told.mock.calls).toEqual([[{ type: 'config-close', data: 'done' }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a hosted dialog that the user closes reports no result', async () => {
  const told = await openHosted()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(told.mock.calls).toEqual([[{ type: 'dialog-close' }]])
})

test('a button pressed twice opens one dialog, and the next press after that opens another', async () => {
  const told = vi.fn<(closed: DialogClosed<string>) => void>()
  render(
    <DialogHostProvider>
      <Opener told={told} />
      <HostedDialogs />
    </DialogHostProvider>,
  )
  await userEvent.dblClick(screen.getByText('open'))
  expect(await screen.findAllByText('done')).toHaveLength(1)
  await userEvent.click(screen.getByText('done'))
  await waitFor(() => expect(screen.queryByText('done')).toBeNull())
  await userEvent.click(screen.getByText('open'))
  expect(await screen.findByText('done')).toBeTruthy()
})

test('a toast waits for its viewport, is polite, and its action runs', async () => {
  const toaster = createToaster()
  const undo = vi.fn<() => void>()
  toaster.show({ title: '312 statuses changed', action: { label: 'Undo', onAction: undo } })
  render(<ToastProvider toaster={toaster}>page</ToastProvider>)
  const title = await screen.findAllByText('312 statuses changed')
  expect(title.length).toBeGreaterThan(0)
  expect(document.querySelector('[aria-live="assertive"]')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
})

test('of a group of toasts, only the latest is shown', async () => {
  const toaster = createToaster()
  render(<ToastProvider toaster={toaster}>page</ToastProvider>)
  act(() => {
    for (const title of ['Saved for Ito', 'Saved for Kim']) toaster.show({ title, group: 'decision' })
    toaster.show({ title: 'Note added' })
  })
  expect((await screen.findAllByText('Saved for Kim')).length).toBeGreaterThan(0)
  act(() => void toaster.show({ title: 'Saved for Lee', group: 'decision' }))
  await waitFor(() => expect(screen.queryAllByText('Saved for Kim')).toEqual([]))
  expect(screen.queryAllByText('Saved for Ito')).toEqual([])
  for (const title of ['Saved for Lee', 'Note added'])
    expect(screen.getAllByText(title).length).toBeGreaterThan(0)
})

test('the first toast, too, is above the buttons that it must not cover', async () => {
  const { innerWidth: width, innerHeight: height } = window
  const measured = vi.spyOn(Element.prototype, 'getBoundingClientRect')
  measured.mockReturnValue(new DOMRect(0, height - 60, width, 60))
  const release = keepClear(document.createElement('div'))
  const toaster = createToaster()
  render(<ToastProvider toaster={toaster}>page</ToastProvider>)
  act(() => void toaster.show({ title: 'Saved for Kim' }))
  const place = () => screen.getByRole('region', { name: 'Notifications' })
  await waitFor(() => expect(place().style.bottom).toBe('72px'))
  release?.()
  measured.mockRestore()
})
