import { CircleHelp } from 'lucide-react'
import type { KeyGroup } from '#client/platform/ui/focus/screen-keys.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { commandKey, Kbd } from '#client/platform/ui/text/kbd.tsx'

interface KeysDialogProps {
  /** The keys of the screen below. */
  groups: readonly KeyGroup[]
  openHelp: () => void
  handle: DialogHandle
}

/** Renders all keys that do something on the screen, by part. */
export const KeysDialog = ({ groups, openHelp, handle }: KeysDialogProps) => (
  <Dialog
    {...handle.dialog}
    title="Keys on this screen"
    size="lg"
    footer={
      <Button
        icon={CircleHelp}
        onClick={() => {
          handle.close()
          openHelp()
        }}
      >
        Help with this screen
      </Button>
    }
  >
    <div className="gap-8 sm:columns-2">
      {groups.map(({ title, keys }) => (
        <section key={title} className="mb-5">
          <h3 className="mb-1 text-section font-semibold">{title}</h3>
          <dl>
            {keys.map(({ keys: names, label }) => (
              <div
                key={label}
                className="flex min-h-7 break-inside-avoid items-center justify-between gap-3 border-b border-line py-1"
              >
                <dt>{label}</dt>
                <dd className="flex shrink-0 gap-1">
                  {shortened(names).map((name) => (
                    <Kbd key={name}>{name}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)

const names: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
  PageDown: 'Page down',
  PageUp: 'Page up',
  ' ': 'Space',
}

/** 'Mod+Shift+z' → '⌘ Shift Z' */
const nameOf = (key: string): string =>
  key
    .split('+')
    .map((part) => {
      if (part === 'Mod') return commandKey().trim()
      return names[part] ?? (part.length === 1 ? part.toUpperCase() : part)
    })
    .join(' ')

/** Many keys in a row are a range: '1 – 9'. */
const shortened = (keys: readonly string[]): string[] => {
  const all = keys.map(nameOf)
  return all.length > 3 ? [`${all[0]} – ${all.at(-1)}`] : all
}
