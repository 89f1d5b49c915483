import { Download, MoreHorizontal, Plus, Trash2 } from 'lucide-react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Kbd } from '../text/kbd.tsx'
import type { Specimen } from '../styles/specimen.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

const Buttons = () => (
  <>
    <Button variant="primary" icon={Plus}>
      Add student
    </Button>
    <Button icon={Download}>Export</Button>
    <Button variant="ghost">Discard</Button>
    <Button variant="danger" icon={Trash2}>
      Remove 312 students
    </Button>
    <Button variant="primary" busy>
      Saving
    </Button>
    <Button disabled>Disabled</Button>
    <Button size="sm">Small</Button>
    <Tooltip text="More acts">
      <IconButton icon={MoreHorizontal} label="More" />
    </Tooltip>
    <Kbd>⌘K</Kbd>
  </>
)

export const specimen: Specimen = { title: 'Buttons', Component: Buttons }
