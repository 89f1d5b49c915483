import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import '#client/ui/base.css'
import { createApp } from '#client/app/create-app.tsx'

const { router } = createApp()
const place = document.querySelector('#root')
if (place) createRoot(place).render(<RouterProvider router={router} />)
