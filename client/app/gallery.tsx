import { Button } from '#client/platform/ui/controls/button.tsx'
import { HostedDialogs } from '#client/platform/ui/overlays/dialog-host.tsx'
import type { Specimen } from '#client/platform/ui/styles/specimen.ts'
import { chooseTheme, themes } from '#client/platform/ui/styles/theme.ts'

const modules = import.meta.glob<{ specimen: Specimen }>('../platform/ui/**/*.specimen.tsx', { eager: true })
const specimens = Object.entries(modules).map(([file, { specimen }]) => ({ file, ...specimen }))

/** Renders every specimen on one page, for visual checks and axe. */
export const Gallery = () => (
  <main className="mx-auto max-w-5xl bg-sheet px-6 py-8">
    <title>Gallery · Shipmate</title>
    <header className="mb-6 flex items-center gap-2">
      <h1 className="mr-auto text-page font-semibold">Gallery</h1>
      {themes.map((theme) => (
        <Button key={theme} size="sm" onClick={() => chooseTheme(theme)}>
          {theme}
        </Button>
      ))}
    </header>
    {specimens.map(({ file, title, Component }) => (
      <section key={file} aria-label={title} className="border-t border-line py-6">
        <h2 className="mb-4 text-section font-semibold">{title}</h2>
        <div className="flex flex-wrap items-center gap-3">
          <Component />
        </div>
      </section>
    ))}
    <HostedDialogs />
  </main>
)
