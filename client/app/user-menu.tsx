import { KeyRound, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { permissionLabels } from '#contract/access.ts'
import type { Me } from '#contract/auth/shapes.ts'
import { Avatar } from '#client/ui/text/avatar.tsx'
import { useDialogHost } from '#client/ui/overlays/dialog-host.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#client/ui/overlays/menu.tsx'
import { chooseTheme, storedTheme, type Theme } from '#client/ui/theme.ts'
import { useSignOut } from './use-sign-out.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

const themeChoices = [
  { value: 'system', label: 'As the system', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

/** Who is signed in, the theme, and the way out; at the foot of the sidebar. */
export const UserMenu = ({ user }: { user: Me }) => {
  const signOut = useSignOut()
  const open = useDialogHost()
  const [theme, setTheme] = useState(storedTheme)
  const name = `${user.first_name} ${user.last_name}`
  const choose = (next: Theme) => {
    setTheme(next)
    chooseTheme(next)
  }
  const openTwoFactor = async () => {
    const { TwoFactorDialog } = await import('./two-factor-dialog.tsx')
    open(TwoFactorDialog, { props: {} })
  }
  return (
    <Menu side="top" align="start" className="w-60" trigger={<Trigger name={name} />}>
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
      <MenuRadioGroup label="Appearance" value={theme} options={themeChoices} onChange={choose} />
      <MenuSeparator />
      <MenuItem icon={KeyRound} onSelect={() => void openTwoFactor()}>
        Two-factor sign-in
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}

const Trigger = ({ name, ...rest }: { name: string }) => (
  <button
    type="button"
    {...rest}
    className="mt-2 flex h-9 shrink-0 items-center gap-2 rounded-control px-1.5 text-left text-ink-2 transition-colors duration-100 hover:bg-hover-canvas hover:text-ink data-popup-open:bg-hover-canvas coarse:h-11"
  >
    <Avatar name={name} />
    <Truncate className="min-w-0 flex-1 font-medium">{name}</Truncate>
  </button>
)
