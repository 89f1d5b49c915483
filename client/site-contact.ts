/** Sends the contact form of a school’s site. It’s the only script of a content page, so it stands without the others. */

/** What the form says about a message, in the language of the page. */
const said = (form: HTMLFormElement, name: string): string => form.dataset[name] ?? ''

const show = (form: HTMLFormElement, text: string): void => {
  const output = form.querySelector('output')
  if (output) output.textContent = text
}

const openedAt = Date.now()

const send = async (form: HTMLFormElement): Promise<void> => {
  const fields = new FormData(form)
  const textOf = (name: string): string | null => {
    const value = fields.get(name)
    return typeof value === 'string' && value.trim() !== '' ? value : null
  }
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({
      topic: textOf('topic'),
      name: textOf('name'),
      email: textOf('email'),
      message: textOf('message'),
      left_empty: textOf('left_empty'),
      elapsed_seconds: (Date.now() - openedAt) / 1000,
    }),
  })
  if (!response.ok) {
    show(
      form,
      said(form, response.status === 429 ? 'tooMany' : response.status === 422 ? 'invalid' : 'failed'),
    )
    return
  }
  const { data } = (await response.json()) as { data: { reference: string } }
  show(form, said(form, 'sent').replace('{reference}', data.reference))
  form.querySelector('fieldset')?.remove()
  // the pressed button is gone
  form.querySelector('output')?.focus()
}

const form = document.querySelector<HTMLFormElement>('#contact-form')
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void send(form).catch(() => show(form, said(form, 'failed')))
})
