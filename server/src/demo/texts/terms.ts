const english = (
  service: string,
  emergencyNumber: string,
) => `<p>${service} is used to help people. By using it you agree to the following.</p>
<ul>
<li>Report what you saw, as exactly as you can, and correct it when you learn more.</li>
<li>Names, phone numbers and positions are for the work of this team alone. Do not copy them elsewhere.</li>
<li>This system does not replace the emergency number. If someone’s life is in danger, call ${emergencyNumber} first.</li>
<li>What you write is kept under your name.</li>
</ul>`

const hebrew = (
  service: string,
  emergencyNumber: string,
) => `<p>השימוש במערכת של ${service} נועד לעזור לאנשים. מי שמשתמש בה מסכים לתנאים הבאים.</p>
<ul>
<li>דווחו על מה שראיתם, במדויק ככל האפשר, ותקנו כשתדעו יותר.</li>
<li>שמות, מספרי טלפון ומיקומים מיועדים לעבודת הצוות בלבד. אין להעתיק אותם למקום אחר.</li>
<li>המערכת אינה מחליפה את מספר החירום. אם יש סכנת חיים, התקשרו קודם ל־${emergencyNumber}.</li>
<li>מה שתכתבו יישמר תחת שמכם.</li>
</ul>`

export const termsOf = (title: string, hebrewTitle: string, emergencyNumber: string) => ({
  en: english(title, emergencyNumber),
  he: hebrew(hebrewTitle, emergencyNumber),
})
