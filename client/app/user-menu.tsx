import { useNavigate } from '@tanstack/react-router'
import { CircleHelp, History, Keyboard, KeyboardOff, LogOut, Monitor, Moon, Sun, UserCog } from 'lucide-react'
import { useState } from 'react'
import { permissionLabels } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { useShowOwnChanges } from '#client/platform/history/use-own-changes.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#client/platform/ui/overlays/menu.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { Avatar } from '#client/platform/ui/text/avatar.tsx'
import { Kbd } from '#client/platform/ui/text/kbd.tsx'
import { letterKeysAreOn, setLetterKeys } from '#client/platform/ui/focus/letter-keys.ts'
import { chooseTheme, storedTheme, type Theme } from '#client/platform/ui/styles/theme.ts'
import { onlyWide } from './only-wide.ts'
import { useOpenHelp, useShowKeys } from './use-app-keys.ts'
import { useSignOut } from './use-sign-out.ts'

const themeChoices = [
  { value: 'system', label: 'Use system setting', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

/** Renders the user menu at the bottom of the sidebar: name, theme, sign-out. */
export const UserMenu = ({ user }: { user: Me }) => {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const showOwnChanges = useShowOwnChanges()
  const [theme, setTheme] = useState(storedTheme)
  const name = `${user.first_name} ${user.last_name}`
  const choose = (next: Theme) => {
    setTheme(next)
    chooseTheme(next)
  }
  return (
    <Menu side="top" align="start" className="w-60" trigger={<UserButton name={name} />}>
      <div className="px-2 pt-1.5 pb-1">
        <Truncate as="p" className="font-medium">
          {name}
        </Truncate>
        <Truncate as="p" className="text-label text-ink-3">
          {user.email}
        </Truncate>
        <Truncate as="p" className="text-label text-ink-3">
          {permissionLabels[user.permission]}
        </Truncate>
      </div>
      <MenuSeparator />
      <MenuItem
        icon={UserCog}
        onSelect={() => void navigate({ to: '/users/$user', params: { user: String(user.id) } })}
      >
        Your account
      </MenuItem>
      <MenuItem icon={History} onSelect={showOwnChanges}>
        Your changes today
      </MenuItem>
      <MenuSeparator />
      <MenuRadioGroup label="Appearance" value={theme} options={themeChoices} onChange={choose} />
      <MenuSeparator />
      <KeyItems />
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}

const KeyItems = () => {
  const showKeys = useShowKeys()
  const openHelp = useOpenHelp()
  const [hasLetters, setLetters] = useState(letterKeysAreOn)
  const toggleLetters = () => {
    setLetterKeys(!hasLetters)
    setLetters(!hasLetters)
  }
  return (
    <>
      <MenuItem icon={CircleHelp} onSelect={openHelp}>
        Help with this screen
      </MenuItem>
      <MenuItem icon={Keyboard} shortcut={<Kbd>?</Kbd>} onSelect={showKeys}>
        Keys on this screen
      </MenuItem>
      <MenuItem icon={KeyboardOff} onSelect={toggleLetters}>
        {hasLetters ? 'Turn off single-key shortcuts' : 'Turn on single-key shortcuts'}
      </MenuItem>
    </>
  )
}

const UserButton = ({ name, ...rest }: { name: string }) => (
  <button
    type="button"
    {...rest}
    className="mt-2 flex h-9 shrink-0 items-center gap-2 rounded-control px-1.5 text-left text-ink-2 transition-colors duration-100 hover:bg-hover-canvas hover:text-ink data-popup-open:bg-hover-canvas coarse:h-11"
  >
    <Avatar name={name} />
    <span className={cx('min-w-0 flex-1 truncate font-medium', onlyWide)}>{name}</span>
  </button>
)
