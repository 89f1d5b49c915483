import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { forgetChanges } from '#client/platform/common/latest-changes.ts'
import { useUndoLatest } from '#client/platform/common/use-undo.ts'
import {
  keyNameOf,
  keysOnScreen,
  useListedKeys,
  useScreenKeys,
} from '#client/platform/ui/focus/screen-keys.ts'
import { saveForm, sendWritten } from '#client/platform/ui/focus/submit-keys.ts'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'

const KeysDialog = lazyDialog(async () => (await import('./keys-dialog.tsx')).KeysDialog)

/** Returns a function that shows the keys of the screen. */
export const useShowKeys = (): (() => void) => {
  const openDialog = useDialogHost()
  const openHelp = useOpenHelp()
  return () => void openDialog(KeysDialog, { props: { groups: keysOnScreen(), openHelp } })
}

/** Returns a function that opens the page of the guide about the screen. */
export const useOpenHelp = (): (() => void) => {
  const router = useRouter()
  const navigate = useNavigate()
  return () => {
    const screen = router.state.matches.at(-1)?.fullPath
    void navigate({ to: '/help', search: screen === undefined ? {} : { screen } })
  }
}

const title = 'Everywhere'

/** Handles the keys of every screen: the search, the list of keys, undo, and sending and saving what is typed. */
export const useAppKeys = (): void => {
  const undoLatest = useUndoLatest()
  const showKeys = useShowKeys()
  useScreenKeys(title, [
    { keys: ['?'], label: 'Show these keys', act: showKeys },
    { keys: ['Mod+z'], label: 'Undo your last change', act: () => void undoLatest() },
  ])
  useWritingKeys()
  useEffect(() => forgetChanges, [])
}

const sendKey = { keys: ['Mod+Enter'], label: 'Send or add what you’re writing' }
const saveKey = { keys: ['Mod+s'], label: 'Save the form' }

/** Handles the keys that work while someone types, before an editor uses them. */
const useWritingKeys = (): void => {
  useListedKeys(title, [sendKey, saveKey])
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = keyNameOf(event)
    if (event.altKey || event.repeat || !hasActed(key, event.target)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

const hasActed = (key: string, target: EventTarget | null): boolean => {
  if (sendKey.keys.includes(key)) return sendWritten(target)
  return saveKey.keys.includes(key) && saveForm(target)
}
