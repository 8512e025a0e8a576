<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop PDFs, pictures
or folders here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop files anywhere on the window, or click to choose them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace by (nothing: delete)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match capitals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous place (Shift+F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next place (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace this place, and go to the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All on page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace all places on this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All in document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace all places in this document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings (*.toml)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} setting of the file differs: it counts when you press OK.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} settings of the file differ: they count when you press OK.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has the settings that count already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings are in {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Languages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OCR model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out flags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Second reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commercial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CA file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connect timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jina address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reader address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trusted hosts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Autosave (milliseconds)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Suggest engines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep awake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture cache (MB)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tiny</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>contrast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>web</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>number differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>word differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>invented text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>repetition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blank but text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ink but empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>formula invalid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>table ragged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>low confidence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>low acceptance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>that of the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the text as it will look (Ctrl+E switches)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview of the page&apos;s text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source of the page&apos;s text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the Markdown, to correct it (Ctrl+E switches)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where this text comes from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo edits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the engine&apos;s text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the engine&apos;s text; your edits stay in the library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About this page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read this page again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being read · can be edited when done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} readings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>edited {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page has not been read yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting to be read…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Being read…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no text on this page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This page could not be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} ({n:,} notices)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n} more below: close one to see the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All notices of this kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out of the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in of the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page {page:,} of {pages:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>printed {label}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page text, Markdown source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Languages of your scans as ISO codes (de, fr, ja), the most frequent first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model that reads scans: tiny is faster, small reads old print and Japanese better.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages that the built-in engine reads at once; 0 uses all cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kinds of flags that are not raised, like word-differs or low-confidence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read scans once more with the small OCR, in the background, to check the text against.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a mark with its number before each page of an export.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine that reads, as for --engine; several, with commas, are tried in this order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder of the model that an engine on this computer reads with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python of the environment that holds the engine&apos;s libraries; empty finds one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of an OpenAI-compatible server, up to /v1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of the model that this server is asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile of this model, which says how it is asked; empty goes by the model&apos;s name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a model is asked: default, strict (formulas and HTML tables), or your own words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>US dollars that a run may cost at most; 0 sets no limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages that other engines read at once; 0 lets the engine decide.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You use Copyholder commercially: engines whose model forbids that are left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work offline: nothing is fetched, and only services of this computer are asked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proxy for services, like http://host:3128; empty takes the system&apos;s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File with certificates (PEM) of your own authority; empty takes the system&apos;s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds to wait until a service takes the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds without a byte after which an answer is given up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of Jina&apos;s API, where another one stands in for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of Jina Reader, where another one stands in for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of the hub that models are fetched from, or of a mirror of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosts that pages may be sent to without asking again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of the window; empty takes the system&apos;s. It changes at the next start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours of the window; system follows the desktop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the text is shown: web draws formulas and tables best, lite needs less memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom of the page picture; 1 fits its width.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom of the text beside the page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Milliseconds after the last key until an edit is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the documents of last time when Copyholder is started without files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tell through the desktop when a long queue has ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say on the first page when this machine could run a better engine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the computer from sleeping while pages are read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megabytes of page pictures kept while Copyholder runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrangement of the window, as it was left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files that were opened last, the newest first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What pages wait for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accepted draft tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What this run has cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proofreading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An estimate, from the tokens that the service counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acceptance {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDFs and pictures become Markdown that you can check against the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop files or folders anywhere in this window, or paste a picture. The built-in reader works on this computer and needs no network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Choose files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a &amp;folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a sample &amp;document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See &amp;how…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See how this machine can do better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not show this again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An export is still being written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close anyway, and leave what is not written yet?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The browser preview ended unexpectedly, so the text is shown by the simple preview from now on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{file}” has the same contents as “{other}”, which is in the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} file has the same contents as another in the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} files have the same contents as others in the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link leads to {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the key…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another engine…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise the cap…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{pages} read in {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{words}, {n:,} failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The simple preview was chosen in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Qt WebEngine is not installed, so formulas are shown as their source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running as root, the browser&apos;s sandbox cannot work, so formulas are shown as their source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page text, preview</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} file could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} files could not be opened.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
