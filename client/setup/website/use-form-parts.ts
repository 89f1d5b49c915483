import { use, useState } from 'react'
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { capitalized } from '#contract/platform/letter-case.ts'
import { newKey } from '#client/platform/lib/new-key.ts'
import { PointedContext } from '#client/platform/ui/form/pointed.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import {
  insertField,
  moveField,
  moveItem,
  partAt,
  partsOf,
  placeBeside,
  removePart,
  restorePart,
  type FieldPart,
  type FieldPlace,
  type FormContent,
  type FormLists,
  type FormPart,
  type ItemPart,
} from './form-parts.ts'

/** The nouns of a form’s parts. */
export const partNouns: Record<FormPart['kind'], string> = {
  step: 'step',
  field: 'field',
  statement: 'statement',
  confirmation: 'confirmation',
}

export type FormParts = ReturnType<typeof useFormParts>

/** Keeps which part of a form is chosen, and changes the parts. */
export const useFormParts = () => {
  useWatch<FormContent, ['steps', 'attestations']>({ name: ['steps', 'attestations'] })
  // what is watched arrives a render after a part is removed, whose fields would then be registered again
  const { steps, attestations } = useFormContext<FormContent>().getValues()
  const parts = partsOf({ steps, attestations })
  const choice = useChoice(parts)
  const [said, say] = useState('')
  const lists = useLists()

  /** Chooses what is now at a place and says where that is. A line that had the focus keeps it. */
  const follow = (path: string, isAdded = false): void => {
    const now = lists.read()
    const part = partAt(partsOf(now), path)
    if (!part) return
    const isOnLine = document.activeElement?.matches('[data-part]') === true
    choice.choose(part.id)
    say(placeText(part, now, isAdded))
    if (isOnLine) requestAnimationFrame(() => focusLine(part.id))
  }

  return {
    ...choice,
    steps,
    attestations,
    parts,
    said,
    ...movesIn({ ...lists, follow }, { steps, attestations }),
    ...useAdding({ ...lists, follow, open: () => choice.setOpen(true) }),
    remove: useRemoving(lists, choice, parts),
  }
}

interface Following extends Lists {
  readonly follow: (path: string, isAdded?: boolean) => void
}

const movesIn = ({ read, write, follow }: Following, { steps, attestations }: FormLists) => {
  const moveFieldTo = (from: FieldPlace, to: FieldPlace): void => {
    write(moveField(read(), from, to))
    follow(`steps.${to.step}.fields.${to.field}`)
  }
  const moveItemTo = (part: ItemPart, to: number): void => {
    write(moveItem(read(), part, to))
    follow(part.kind === 'step' ? `steps.${to}` : `attestations.${to}`)
  }
  return {
    /** Moves a field to another place, counted without itself. */
    moveFieldTo,
    /** Moves a step or a statement to another place of its list. */
    moveItemTo,
    /** Returns what moves a part one place up or down; null at the end of its list. */
    stepBy: (part: FormPart, by: -1 | 1): (() => void) | null => {
      if (part.kind === 'confirmation') return null
      if (part.kind === 'field') {
        const to = placeBeside(steps, part, by)
        return to && (() => moveFieldTo(part, to))
      }
      const { length } = part.kind === 'step' ? steps : attestations
      const to = part.index + by
      return to < 0 || to >= length ? null : () => moveItemTo(part, to)
    },
  }
}

interface Lists {
  /** Returns the lists as they are typed now. */
  readonly read: () => FormLists
  readonly write: (next: FormLists) => void
}

const useLists = (): Lists => {
  const { getValues, clearErrors } = useFormContext<FormContent>()
  const steps = useFieldArray<FormContent, 'steps', 'fieldId'>({ name: 'steps', keyName: 'fieldId' })
  const statements = useFieldArray<FormContent, 'attestations', 'fieldId'>({
    name: 'attestations',
    keyName: 'fieldId',
  })
  return {
    read: () => structuredClone(getValues()),
    write: (next) => {
      // errors belong to places, not to parts
      clearErrors(['steps', 'attestations'])
      steps.replace(next.steps)
      statements.replace(next.attestations)
    },
  }
}

interface Adding extends Following {
  readonly open: () => void
}

const useAdding = ({ read, write, follow, open }: Adding) => {
  const { setFocus } = useFormContext<FormContent>()
  /** Opens what was added, with the focus in its first field. */
  const openAdded = (path: string, field: `steps.${number}.title` | `attestations.${number}.label`): void => {
    follow(path, true)
    open()
    requestAnimationFrame(() => setFocus(field))
  }
  return {
    addStep: (): void => {
      const { steps, ...rest } = read()
      write({ ...rest, steps: [...steps, { key: newKey(), title: '', body: '', fields: [] }] })
      openAdded(`steps.${steps.length}`, `steps.${steps.length}.title`)
    },
    addField: (step: number, name: string): void => {
      const { steps, ...rest } = read()
      const field = steps[step]?.fields.length ?? 0
      const item = { key: newKey(), name, label: null, help: null, is_required: true }
      write({ ...rest, steps: insertField(steps, { step, field }, item) })
      follow(`steps.${step}.fields.${field}`, true)
    },
    addStatement: (): void => {
      const { attestations: all, ...rest } = read()
      write({ ...rest, attestations: [...all, { key: newKey(), label: '', confirms: null }] })
      openAdded(`attestations.${all.length}`, `attestations.${all.length}.label`)
    },
  }
}

type Choice = ReturnType<typeof useChoice>

const useRemoving = ({ read, write }: Lists, choice: Choice, parts: readonly FormPart[]) => {
  const toast = useToast()
  return (part: ItemPart | FieldPart): void => {
    const before = read()
    write(removePart(before, part))
    choice.choose(neighbor(parts, part)?.id ?? null)
    choice.setOpen(false)
    toast.show({
      tone: 'neutral',
      title: `${capitalized(partNouns[part.kind])} removed`,
      action: {
        label: 'Undo',
        onAction: () => {
          write(restorePart(read(), part, before))
          choice.choose(part.id)
        },
      },
    })
  }
}

/**
 * Keeps the chosen part: at first the one that the address names, after a refused save the first with an error. `isOpen`
 * says whether its details are wanted where they aren’t next to the outline.
 */
const useChoice = (parts: readonly FormPart[]) => {
  const pointed = use(PointedContext)
  const [chosenId, choose] = useState<string | null>(
    () => (pointed === null ? undefined : partAt(parts, pointed))?.id ?? null,
  )
  const [isOpen, setOpen] = useState(chosenId !== null)
  const { errors, submitCount } = useFormState<FormContent>()
  const isWrong = (part: FormPart): boolean => hasError(errors, part)
  const chosen = parts.find(({ id }) => id === chosenId) ?? parts[0]
  const [seen, setSeen] = useState(submitCount)
  if (submitCount !== seen) {
    setSeen(submitCount)
    const wrong = chosen && isWrong(chosen) ? chosen : parts.find(isWrong)
    if (wrong) {
      choose(wrong.id)
      setOpen(true)
    }
  }
  return { chosen, choose, isOpen, setOpen, isWrong }
}

/** Returns whether a part has an error that its fields don’t have. */
const hasError = (errors: object, part: FormPart): boolean => {
  if (part.kind !== 'step') return get(errors, part.path) !== undefined
  return ['title', 'body'].some((name) => get(errors, `${part.path}.${name}`) !== undefined)
}

/** Returns the part that is chosen once another is removed: the next of its kind, or the one before. */
const neighbor = (parts: readonly FormPart[], part: FormPart): FormPart | undefined => {
  const at = parts.findIndex(({ id }) => id === part.id)
  const next = parts.slice(at + 1).find(({ kind }) => part.kind !== 'step' || kind !== 'field')
  return next?.kind === part.kind ? next : (parts[at - 1] ?? next)
}

const focusLine = (id: string): void =>
  [...document.querySelectorAll<HTMLElement>('[data-part]')]
    .find(({ dataset }) => dataset['part'] === id)
    ?.focus()

/** 'Place 3 of 8 in About you.': what a screen reader says after a part was added or moved. */
const placeText = (part: FormPart, { steps, attestations }: FormLists, isAdded: boolean): string => {
  if (part.kind === 'confirmation') return ''
  const start = isAdded ? `${capitalized(partNouns[part.kind])} added: place` : 'Place'
  if (part.kind === 'field') {
    const { title = '', fields = [] } = steps[part.step] ?? {}
    return `${start} ${part.field + 1} of ${fields.length} in ${title || `step ${part.step + 1}`}.`
  }
  return `${start} ${part.index + 1} of ${(part.kind === 'step' ? steps : attestations).length}.`
}
