<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新识读</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>已校对</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>搜索文库</translation>
    </message>
    <message>
        <source>Open re&amp;cent</source>
        <translation>最近打开(&amp;C)</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>还没有文件</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档列表</translation>
    </message>
    <message>
        <source>Take the next step of a document&apos;s problem</source>
        <translation>执行文档问题的下一步</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Shift+Enter</translation>
    </message>
    <message>
        <source>Menu of a document</source>
        <translation>文档的菜单</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单键</translation>
    </message>
    <message>
        <source>Page strip</source>
        <translation>页面缩略图</translation>
    </message>
    <message>
        <source>Go to a page</source>
        <translation>转到某页</translation>
    </message>
    <message>
        <source>type its number</source>
        <translation>输入页码</translation>
    </message>
    <message>
        <source>Zoom about the pointer</source>
        <translation>以指针为中心缩放</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Find a place in the text</source>
        <translation>在文字中查找此处</translation>
    </message>
    <message>
        <source>click a word, or frame it by dragging</source>
        <translation>点击词语，或拖动框选</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>drag with the middle button or Space, or the arrow keys</source>
        <translation>按住中键或空格拖动，或用方向键</translation>
    </message>
    <message>
        <source>On, then to the next page</source>
        <translation>继续，然后到下一页</translation>
    </message>
    <message>
        <source>Space or Page Down</source>
        <translation>空格或 Page Down</translation>
    </message>
    <message>
        <source>Page text</source>
        <translation>本页文字</translation>
    </message>
    <message>
        <source>Find a place on the picture</source>
        <translation>在图像上查找此处</translation>
    </message>
    <message>
        <source>click a word</source>
        <translation>点击词语</translation>
    </message>
    <message>
        <source>Strip of the flag</source>
        <translation>疑点栏</translation>
    </message>
    <message>
        <source>Accept the suggestion</source>
        <translation>接受建议</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Return</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Edit in the source</source>
        <translation>在源代码中编辑</translation>
    </message>
    <message>
        <source>E or Escape</source>
        <translation>E 或 Escape</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Drop PDFs, pictures
or folders here</source>
        <translation>把 PDF、图片或
文件夹拖放到这里</translation>
    </message>
    <message>
        <source>Drop files anywhere on the window, or click to choose them</source>
        <translation>可把文件拖放到窗口任意处，或点击选择</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Replace by</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Replace by (nothing: delete)</source>
        <translation>替换为（留空：删除）</translation>
    </message>
    <message>
        <source>Match capitals</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Previous place (Shift+F3)</source>
        <translation>上一处 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next place (F3)</source>
        <translation>下一处 (F3)</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭搜索</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace this place, and go to the next</source>
        <translation>替换此处，并转到下一处</translation>
    </message>
    <message>
        <source>All on page</source>
        <translation>本页全部</translation>
    </message>
    <message>
        <source>Replace all places on this page</source>
        <translation>替换本页的所有匹配</translation>
    </message>
    <message>
        <source>All in document</source>
        <translation>文档全部</translation>
    </message>
    <message>
        <source>Replace all places in this document</source>
        <translation>替换本文档的所有匹配</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>导入设置</translation>
    </message>
    <message>
        <source>Export settings</source>
        <translation>导出设置</translation>
    </message>
    <message>
        <source>Settings (*.toml)</source>
        <translation>设置 (*.toml)</translation>
    </message>
    <message>
        <source>The {n:,} pictures of “{folder}” are one document each.</source>
        <translation>“{folder}”中的 {n:,} 张图片各自成为一个文档。</translation>
    </message>
    <message>
        <source>Make them one document</source>
        <translation>合为一个文档</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>PDFs and pictures ({endings})</source>
        <translation>PDF 和图片 ({endings})</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>The sample cannot be opened: {reason}.</source>
        <translation>无法打开示例：{reason}。</translation>
    </message>
    <message>
        <source>The pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
    <message>
        <source>Where is “{file}” now?</source>
        <translation>“{file}”现在在哪里？</translation>
    </message>
    <message>
        <source>{n} setting of the file differs: it counts when you press OK.</source>
        <translation>文件中有 {n} 项设置不同：点“确定”后生效。</translation>
    </message>
    <message>
        <source>{n} settings of the file differ: they count when you press OK.</source>
        <translation>文件中有 {n} 项设置不同：点“确定”后生效。</translation>
    </message>
    <message>
        <source>The file has the settings that count already.</source>
        <translation>文件中的设置与当前设置相同。</translation>
    </message>
    <message>
        <source>The settings are in {name}.</source>
        <translation>设置已写入 {name}。</translation>
    </message>
    <message>
        <source>Languages of scans</source>
        <translation>扫描件的语言</translation>
    </message>
    <message>
        <source>Tick the languages of your scans and drag the most frequent to the top. With none ticked the engine finds out itself.</source>
        <translation>勾选扫描件的语言，并把最常用的拖到最上面。一个都不勾选时由引擎自行判断。</translation>
    </message>
    <message>
        <source>Find a language</source>
        <translation>查找语言</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>OCR model</source>
        <translation>OCR 模型</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作进程数</translation>
    </message>
    <message>
        <source>Leave out flags</source>
        <translation>不提示的疑点</translation>
    </message>
    <message>
        <source>Second reading</source>
        <translation>第二次识读</translation>
    </message>
    <message>
        <source>Page marks</source>
        <translation>页码标记</translation>
    </message>
    <message>
        <source>Max cost</source>
        <translation>费用上限</translation>
    </message>
    <message>
        <source>Pages at once</source>
        <translation>同时识读页数</translation>
    </message>
    <message>
        <source>Commercial</source>
        <translation>商业用途</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA 文件</translation>
    </message>
    <message>
        <source>Connect timeout</source>
        <translation>连接超时</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Jina address</source>
        <translation>Jina 地址</translation>
    </message>
    <message>
        <source>Reader address</source>
        <translation>Reader 地址</translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation>模型站点地址</translation>
    </message>
    <message>
        <source>Trusted hosts</source>
        <translation>信任的主机</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Autosave (milliseconds)</source>
        <translation>自动保存（毫秒）</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>拼写检查</translation>
    </message>
    <message>
        <source>Spelling folder</source>
        <translation>拼写词典文件夹</translation>
    </message>
    <message>
        <source>Open last</source>
        <translation>打开上次的文档</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Suggest engines</source>
        <translation>推荐引擎</translation>
    </message>
    <message>
        <source>Keep awake</source>
        <translation>防止睡眠</translation>
    </message>
    <message>
        <source>Picture cache (MB)</source>
        <translation>图像缓存（MB）</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>tiny</source>
        <translation>微型</translation>
    </message>
    <message>
        <source>small</source>
        <translation>小型</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>web</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>lite</source>
        <translation>简易</translation>
    </message>
    <message>
        <source>number differs</source>
        <translation>数字不符</translation>
    </message>
    <message>
        <source>word differs</source>
        <translation>词语不符</translation>
    </message>
    <message>
        <source>missing text</source>
        <translation>缺少文字</translation>
    </message>
    <message>
        <source>invented text</source>
        <translation>多出文字</translation>
    </message>
    <message>
        <source>repetition</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>blank but text</source>
        <translation>空白页有文字</translation>
    </message>
    <message>
        <source>ink but empty</source>
        <translation>有内容却无文字</translation>
    </message>
    <message>
        <source>formula invalid</source>
        <translation>公式无效</translation>
    </message>
    <message>
        <source>table ragged</source>
        <translation>表格不齐</translation>
    </message>
    <message>
        <source>list run together</source>
        <translation>列表连成一行</translation>
    </message>
    <message>
        <source>low confidence</source>
        <translation>把握不足</translation>
    </message>
    <message>
        <source>low acceptance</source>
        <translation>接受率低</translation>
    </message>
    <message>
        <source>reading order</source>
        <translation>阅读顺序</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>未识读</translation>
    </message>
    <message>
        <source>that of the system</source>
        <translation>系统语言</translation>
    </message>
    <message>
        <source>Show the text as it will look (Ctrl+E switches)</source>
        <translation>显示文字的最终样子（按 Ctrl+E 切换）</translation>
    </message>
    <message>
        <source>Preview of the page&apos;s text</source>
        <translation>本页文字的预览</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Source of the page&apos;s text</source>
        <translation>本页文字的源代码</translation>
    </message>
    <message>
        <source>Show the Markdown, to correct it (Ctrl+E switches)</source>
        <translation>显示 Markdown 以便更正（按 Ctrl+E 切换）</translation>
    </message>
    <message>
        <source>Where this text comes from</source>
        <translation>此文字的来源</translation>
    </message>
    <message>
        <source>Undo edits</source>
        <translation>撤销编辑</translation>
    </message>
    <message>
        <source>Back to the engine&apos;s text</source>
        <translation>恢复为引擎的文字</translation>
    </message>
    <message>
        <source>Back to the engine&apos;s text; your edits stay in the library</source>
        <translation>恢复为引擎的文字；您的编辑会留在文库中</translation>
    </message>
    <message>
        <source>About this page</source>
        <translation>关于本页</translation>
    </message>
    <message>
        <source>Read this page again</source>
        <translation>重新识读本页</translation>
    </message>
    <message>
        <source>Being read · can be edited when done</source>
        <translation>正在识读 · 完成后可编辑</translation>
    </message>
    <message>
        <source>{n:,} reading</source>
        <translation>{n:,} 个识读结果</translation>
    </message>
    <message>
        <source>{n:,} readings</source>
        <translation>{n:,} 个识读结果</translation>
    </message>
    <message>
        <source>edited {time}</source>
        <translation>编辑于 {time}</translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation>第 {page} 页</translation>
    </message>
    <message>
        <source>This page has not been read yet.</source>
        <translation>本页尚未识读。</translation>
    </message>
    <message>
        <source>Waiting to be read…</source>
        <translation>等待识读…</translation>
    </message>
    <message>
        <source>Being read…</source>
        <translation>正在识读…</translation>
    </message>
    <message>
        <source>There is no text on this page.</source>
        <translation>本页没有文字。</translation>
    </message>
    <message>
        <source>This page could not be read.</source>
        <translation>本页无法识读。</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>本页的文字</translation>
    </message>
    <message>
        <source>{text} ({n:,} notices)</source>
        <translation>{text}（{n:,} 条通知）</translation>
    </message>
    <message>
        <source>{n} more below: close one to see the next</source>
        <translation>下面还有 {n} 条：关闭一条即可看到下一条</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>关闭此通知</translation>
    </message>
    <message>
        <source>All notices of this kind</source>
        <translation>同类通知全部显示</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom out of the page</source>
        <translation>缩小页面</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom in of the page</source>
        <translation>放大页面</translation>
    </message>
    <message>
        <source>Page {page:,} of {pages:,}</source>
        <translation>第 {page:,} 页，共 {pages:,} 页</translation>
    </message>
    <message>
        <source>printed {label}</source>
        <translation>印刷页码 {label}</translation>
    </message>
    <message>
        <source>{label} in the file</source>
        <translation>文件中的 {label}</translation>
    </message>
    <message>
        <source>Send pages to another machine?</source>
        <translation>把页面发送到另一台机器吗？</translation>
    </message>
    <message>
        <source>Documents to send</source>
        <translation>要发送的文档</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>The connection to {host} is not encrypted: others on the way can read the pages.</source>
        <translation>与 {host} 的连接未加密：途中的其他人可以读到这些页面。</translation>
    </message>
    <message>
        <source>What becomes of the pages there is up to the service. Without your consent they stay here.</source>
        <translation>页面在那里如何处理由该服务决定。未经您同意，页面会留在本机。</translation>
    </message>
    <message>
        <source>Do not ask again for {host}</source>
        <translation>不再就 {host} 询问</translation>
    </message>
    <message>
        <source>&amp;Send the pages</source>
        <translation>发送页面(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Keep them here</source>
        <translation>留在本机(&amp;K)</translation>
    </message>
    <message>
        <source>{engine} reads on another machine. To be sent to {host}: {pages} of {documents}.</source>
        <translation>{engine} 在另一台机器上识读。将发送到 {host}：{documents}的 {pages}。</translation>
    </message>
    <message>
        <source>What this service costs is not known to Copyholder.</source>
        <translation>Copyholder 不知道该服务的费用。</translation>
    </message>
    <message>
        <source>About {dollars} in all, {each} a page (an estimate).</source>
        <translation>总计约 {dollars}，每页 {each}（估算）。</translation>
    </message>
    <message>
        <source>This service bills {tokens_factor} times the tokens of a page.</source>
        <translation>该服务按页面词元数的 {tokens_factor} 倍计费。</translation>
    </message>
    <message>
        <source>Page picture</source>
        <translation>页面图像</translation>
    </message>
    <message>
        <source>Page text, Markdown source</source>
        <translation>本页文字，Markdown 源代码</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>还没有文字</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Languages of your scans as ISO codes (de, fr, ja), the most frequent first.</source>
        <translation>扫描件的语言，以 ISO 代码表示（de、fr、ja），最常用的排在前面。</translation>
    </message>
    <message>
        <source>Model that reads scans: tiny is faster, small reads old print and Japanese better.</source>
        <translation>识读扫描件的模型：微型更快，小型对旧印刷品和日文更好。</translation>
    </message>
    <message>
        <source>Pages that the built-in engine reads at once; 0 uses all cores.</source>
        <translation>内置引擎同时识读的页数；0 表示使用所有核心。</translation>
    </message>
    <message>
        <source>Kinds of flags that are not raised, like word-differs or low-confidence.</source>
        <translation>不提示的疑点种类，如词语不符或把握不足。</translation>
    </message>
    <message>
        <source>Read scans once more with the small OCR, in the background, to check the text against.</source>
        <translation>在后台用小型 OCR 再识读一次扫描件，用于核对文字。</translation>
    </message>
    <message>
        <source>Put a mark with its number before each page of an export.</source>
        <translation>在导出内容的每页之前加上带页码的标记。</translation>
    </message>
    <message>
        <source>Engine that reads, as for --engine; several, with commas, are tried in this order.</source>
        <translation>识读所用的引擎，同 --engine；可用逗号分隔多个，按此顺序尝试。</translation>
    </message>
    <message>
        <source>Folder of the model that an engine on this computer reads with.</source>
        <translation>本机引擎识读所用模型的文件夹。</translation>
    </message>
    <message>
        <source>Python of the environment that holds the engine&apos;s libraries; empty finds one.</source>
        <translation>含有引擎所需库的环境中的 Python；留空则自动查找。</translation>
    </message>
    <message>
        <source>Address of an OpenAI-compatible server, up to /v1.</source>
        <translation>OpenAI 兼容服务器的地址，写到 /v1 为止。</translation>
    </message>
    <message>
        <source>Name of the model that this server is asked for.</source>
        <translation>向该服务器请求的模型名称。</translation>
    </message>
    <message>
        <source>Profile of this model, which says how it is asked; empty goes by the model&apos;s name.</source>
        <translation>此模型的配置，说明如何向它提问；留空则按模型名称决定。</translation>
    </message>
    <message>
        <source>What a model is asked: default, strict (formulas and HTML tables), or your own words.</source>
        <translation>向模型提出的要求：default、strict（公式和 HTML 表格），或您自己的话。</translation>
    </message>
    <message>
        <source>US dollars that a run may cost at most; 0 sets no limit.</source>
        <translation>一次运行最多可花费的美元数；0 表示不设上限。</translation>
    </message>
    <message>
        <source>Pages that other engines read at once; 0 lets the engine decide.</source>
        <translation>其他引擎同时识读的页数；0 表示由引擎决定。</translation>
    </message>
    <message>
        <source>You use Copyholder commercially: engines whose model forbids that are left out.</source>
        <translation>您将 Copyholder 用于商业用途：模型禁止商用的引擎不予使用。</translation>
    </message>
    <message>
        <source>Work offline: nothing is fetched, and only services of this computer are asked.</source>
        <translation>离线工作：不下载任何内容，只访问本机上的服务。</translation>
    </message>
    <message>
        <source>Proxy for services, like http://host:3128; empty takes the system&apos;s.</source>
        <translation>访问服务所用的代理，如 http://host:3128；留空则使用系统代理。</translation>
    </message>
    <message>
        <source>File with certificates (PEM) of your own authority; empty takes the system&apos;s.</source>
        <translation>您自己的颁发机构的证书文件（PEM）；留空则使用系统证书。</translation>
    </message>
    <message>
        <source>Seconds to wait until a service takes the connection.</source>
        <translation>等待服务接受连接的秒数。</translation>
    </message>
    <message>
        <source>Seconds without a byte after which an answer is given up.</source>
        <translation>多少秒没有收到数据就放弃答复。</translation>
    </message>
    <message>
        <source>Address of Jina&apos;s API, where another one stands in for it.</source>
        <translation>Jina API 的地址，供使用替代服务时填写。</translation>
    </message>
    <message>
        <source>Address of Jina Reader, where another one stands in for it.</source>
        <translation>Jina Reader 的地址，供使用替代服务时填写。</translation>
    </message>
    <message>
        <source>Address of the hub that models are fetched from, or of a mirror of it.</source>
        <translation>下载模型的站点或其镜像的地址。</translation>
    </message>
    <message>
        <source>Hosts that pages may be sent to without asking again.</source>
        <translation>无需再次询问即可发送页面的主机。</translation>
    </message>
    <message>
        <source>Language of the window; empty takes the system&apos;s. It changes at the next start.</source>
        <translation>窗口的语言；留空则使用系统语言。下次启动时生效。</translation>
    </message>
    <message>
        <source>Colours of the window; system follows the desktop.</source>
        <translation>窗口的颜色；“跟随系统”与桌面一致。</translation>
    </message>
    <message>
        <source>How the text is shown: web draws formulas and tables best, lite needs less memory.</source>
        <translation>文字的显示方式：“网页”显示公式和表格效果最好，“简易”占用内存更少。</translation>
    </message>
    <message>
        <source>Zoom of the page picture; 1 fits its width.</source>
        <translation>页面图像的缩放；1 为适合宽度。</translation>
    </message>
    <message>
        <source>Zoom of the text beside the page.</source>
        <translation>页面旁文字的缩放。</translation>
    </message>
    <message>
        <source>Milliseconds after the last key until an edit is saved.</source>
        <translation>最后一次按键到保存编辑之间的毫秒数。</translation>
    </message>
    <message>
        <source>Dictionaries that the source is checked with, like en_US or de; none switches it off.</source>
        <translation>检查源代码所用的词典，如 en_US 或 de；不填则关闭。</translation>
    </message>
    <message>
        <source>Folder with dictionaries of your own (.aff and .dic), beside the computer&apos;s.</source>
        <translation>存放您自己词典（.aff 和 .dic）的文件夹，与系统词典一并使用。</translation>
    </message>
    <message>
        <source>Open the documents of last time when Copyholder is started without files.</source>
        <translation>启动 Copyholder 时若未指定文件，则打开上次的文档。</translation>
    </message>
    <message>
        <source>Tell through the desktop when a long queue has ended.</source>
        <translation>较长的队列结束时通过桌面通知。</translation>
    </message>
    <message>
        <source>Say on the first page when this machine could run a better engine.</source>
        <translation>如果本机可以运行更好的引擎，在首页提示。</translation>
    </message>
    <message>
        <source>Keep the computer from sleeping while pages are read.</source>
        <translation>识读页面时防止计算机进入睡眠。</translation>
    </message>
    <message>
        <source>Megabytes of page pictures kept while Copyholder runs.</source>
        <translation>Copyholder 运行时保留的页面图像的兆字节数。</translation>
    </message>
    <message>
        <source>Arrangement of the window, as it was left.</source>
        <translation>上次离开时的窗口布局。</translation>
    </message>
    <message>
        <source>Files that were opened last, the newest first.</source>
        <translation>最近打开的文件，最新的在前。</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>识读</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>What pages wait for</source>
        <translation>页面在等待什么</translation>
    </message>
    <message>
        <source>“{file}” and {n:,} picture are in {folder}.</source>
        <translation>“{file}”和 {n:,} 张图片已存到 {folder}。</translation>
    </message>
    <message>
        <source>“{file}” and {n:,} pictures are in {folder}.</source>
        <translation>“{file}”和 {n:,} 张图片已存到 {folder}。</translation>
    </message>
    <message>
        <source>{name} (engine)</source>
        <translation>{name}（引擎）</translation>
    </message>
    <message>
        <source>Writing {file}: {share} %</source>
        <translation>正在写出 {file}：{share} %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>There is no table to export.</source>
        <translation>没有可导出的表格。</translation>
    </message>
    <message>
        <source>“{file}” is in {folder}.</source>
        <translation>“{file}”已写入 {folder}。</translation>
    </message>
    <message>
        <source>{n:,} files are in {folder}.</source>
        <translation>{n:,} 个文件已写入 {folder}。</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>{file} was not written: you stopped it.</source>
        <translation>{file} 未写出：您已停止。</translation>
    </message>
    <message>
        <source>{n:,} file could not be exported.</source>
        <translation>{n:,} 个文件无法导出。</translation>
    </message>
    <message>
        <source>{n:,} files could not be exported.</source>
        <translation>{n:,} 个文件无法导出。</translation>
    </message>
    <message>
        <source>Export elsewhere…</source>
        <translation>导出到别处…</translation>
    </message>
    <message>
        <source>Engine state</source>
        <translation>引擎状态</translation>
    </message>
    <message>
        <source>Pages a second</source>
        <translation>每秒页数</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Accepted draft tokens</source>
        <translation>草稿词元接受率</translation>
    </message>
    <message>
        <source>What this run has cost</source>
        <translation>本次运行的费用</translation>
    </message>
    <message>
        <source>What is left</source>
        <translation>剩余内容</translation>
    </message>
    <message>
        <source>Proofreading</source>
        <translation>校对</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>停止等待</translation>
    </message>
    <message>
        <source>An estimate, from the tokens that the service counted</source>
        <translation>按服务统计的词元估算</translation>
    </message>
    <message>
        <source>acceptance {share}</source>
        <translation>接受率 {share}</translation>
    </message>
    <message>
        <source>PDFs and pictures become Markdown that you can check against the page</source>
        <translation>把 PDF 和图片变成可与原页对照校对的 Markdown</translation>
    </message>
    <message>
        <source>Drop files or folders anywhere in this window, or paste a picture. The built-in reader works on this computer and needs no network.</source>
        <translation>把文件或文件夹拖放到本窗口任意处，或粘贴图片。内置识读器在本机工作，无需网络。</translation>
    </message>
    <message>
        <source>&amp;Choose files…</source>
        <translation>选择文件(&amp;C)…</translation>
    </message>
    <message>
        <source>Choose a &amp;folder…</source>
        <translation>选择文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Open a sample &amp;document</source>
        <translation>打开示例文档(&amp;D)</translation>
    </message>
    <message>
        <source>Opened last</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>打开 {name}</translation>
    </message>
    <message>
        <source>See &amp;how…</source>
        <translation>查看方法(&amp;H)…</translation>
    </message>
    <message>
        <source>See how this machine can do better</source>
        <translation>查看本机如何做得更好</translation>
    </message>
    <message>
        <source>Do not show this again</source>
        <translation>不再显示</translation>
    </message>
    <message>
        <source>An export is still being written.</source>
        <translation>仍在写出导出文件。</translation>
    </message>
    <message>
        <source>Close anyway, and leave what is not written yet?</source>
        <translation>仍要关闭，放弃尚未写出的内容吗？</translation>
    </message>
    <message>
        <source>What is new on {n:,} page is not saved.</source>
        <translation>有 {n:,} 页的新内容尚未保存。</translation>
    </message>
    <message>
        <source>What is new on {n:,} pages is not saved.</source>
        <translation>有 {n:,} 页的新内容尚未保存。</translation>
    </message>
    <message>
        <source>Make room on the disk and close again, or export it to another place. Close anyway, and lose it?</source>
        <translation>请在磁盘上腾出空间后再次关闭，或将其导出到别处。仍要关闭并丢失这些内容吗？</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>仍要关闭</translation>
    </message>
    <message>
        <source>The browser preview ended unexpectedly, so the text is shown by the simple preview from now on.</source>
        <translation>浏览器预览意外结束，此后文字由简易预览显示。</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>“{file}” has the same contents as “{other}”, which is in the list.</source>
        <translation>“{file}”与列表中的“{other}”内容相同。</translation>
    </message>
    <message>
        <source>{n:,} file has the same contents as another in the list.</source>
        <translation>{n:,} 个文件与列表中的另一文件内容相同。</translation>
    </message>
    <message>
        <source>{n:,} files have the same contents as others in the list.</source>
        <translation>{n:,} 个文件与列表中的其他文件内容相同。</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>继续(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>页面(&amp;P)</translation>
    </message>
    <message>
        <source>Pr&amp;oof</source>
        <translation>校对(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Reading</source>
        <translation>识读(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;URL…</source>
        <translation>打开网址(&amp;U)…</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Open a sa&amp;mple</source>
        <translation>打开示例(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Export as &amp;before</source>
        <translation>按上次方式导出(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Search the library…</source>
        <translation>搜索文库(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Library storage…</source>
        <translation>文库存储(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>从列表中移除(&amp;R)</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>剪切(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy as Mark&amp;down</source>
        <translation>复制为 Markdown(&amp;D)</translation>
    </message>
    <message>
        <source>Cop&amp;y as HTML</source>
        <translation>复制为 HTML(&amp;Y)</translation>
    </message>
    <message>
        <source>C&amp;opy as LaTeX</source>
        <translation>复制为 LaTeX(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Paste text or picture</source>
        <translation>粘贴文字或图片(&amp;P)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>查找上一个(&amp;V)</translation>
    </message>
    <message>
        <source>Find and r&amp;eplace…</source>
        <translation>查找和替换(&amp;E)…</translation>
    </message>
    <message>
        <source>Tab&amp;le…</source>
        <translation>表格(&amp;L)…</translation>
    </message>
    <message>
        <source>For&amp;mula…</source>
        <translation>公式(&amp;M)…</translation>
    </message>
    <message>
        <source>Special c&amp;haracters…</source>
        <translation>特殊字符(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Back to the engine&apos;s text</source>
        <translation>恢复为引擎的文字(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Source or preview</source>
        <translation>源代码或预览(&amp;S)</translation>
    </message>
    <message>
        <source>Fit &amp;width</source>
        <translation>适合宽度(&amp;W)</translation>
    </message>
    <message>
        <source>Fit &amp;page</source>
        <translation>适合页面(&amp;P)</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>实际大小(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Documents</source>
        <translation>文档列表(&amp;D)</translation>
    </message>
    <message>
        <source>Page st&amp;rip</source>
        <translation>页面缩略图(&amp;R)</translation>
    </message>
    <message>
        <source>Perfor&amp;mance</source>
        <translation>性能(&amp;M)</translation>
    </message>
    <message>
        <source>Performa&amp;nce in a window</source>
        <translation>独立窗口显示性能(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Follow the page being read</source>
        <translation>跟随正在识读的页(&amp;F)</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Colours of the system</source>
        <translation>跟随系统颜色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <translation>深色(&amp;K)</translation>
    </message>
    <message>
        <source>High con&amp;trast</source>
        <translation>高对比度(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Next page</source>
        <translation>下一页(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous page</source>
        <translation>上一页(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;First page</source>
        <translation>第一页(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Last page</source>
        <translation>最后一页(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Go to page…</source>
        <translation>转到页(&amp;G)…</translation>
    </message>
    <message>
        <source>Next &amp;document</source>
        <translation>下一个文档(&amp;D)</translation>
    </message>
    <message>
        <source>Previous d&amp;ocument</source>
        <translation>上一个文档(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Checked</source>
        <translation>已校对(&amp;C)</translation>
    </message>
    <message>
        <source>Co&amp;mpare versions…</source>
        <translation>比较版本(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;History of the page…</source>
        <translation>本页历史(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Turn right</source>
        <translation>向右旋转(&amp;T)</translation>
    </message>
    <message>
        <source>Turn l&amp;eft</source>
        <translation>向左旋转(&amp;E)</translation>
    </message>
    <message>
        <source>Split dou&amp;ble pages…</source>
        <translation>拆分双页(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Join halves again</source>
        <translation>重新合并双页(&amp;J)</translation>
    </message>
    <message>
        <source>Figu&amp;res on the page</source>
        <translation>本页插图(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Add a figure</source>
        <translation>添加插图(&amp;A)</translation>
    </message>
    <message>
        <source>L&amp;ist of figures…</source>
        <translation>插图列表(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Next flag</source>
        <translation>下一个疑点(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous flag</source>
        <translation>上一个疑点(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Accept the suggestion</source>
        <translation>接受建议(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Dismiss the flag</source>
        <translation>忽略此疑点(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Bring dismissed flags back</source>
        <translation>恢复已忽略的疑点(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;List of the page&apos;s flags</source>
        <translation>本页疑点列表(&amp;L)</translation>
    </message>
    <message>
        <source>Checked, &amp;go on</source>
        <translation>已校对，继续(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Show on the page</source>
        <translation>在原页上显示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Read the picture to compare</source>
        <translation>识读图像以便比对(&amp;R)</translation>
    </message>
    <message>
        <source>Scroll page and text &amp;together</source>
        <translation>页面与文字同步滚动(&amp;T)</translation>
    </message>
    <message>
        <source>Read this pa&amp;ge again</source>
        <translation>重新识读本页(&amp;G)</translation>
    </message>
    <message>
        <source>Read p&amp;ages…</source>
        <translation>识读页面(&amp;A)…</translation>
    </message>
    <message>
        <source>Read the whole &amp;document again</source>
        <translation>重新识读整个文档(&amp;D)</translation>
    </message>
    <message>
        <source>Read &amp;failed pages again</source>
        <translation>重新识读失败的页(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop now</source>
        <translation>立即停止(&amp;S)</translation>
    </message>
    <message>
        <source>Stop af&amp;ter this document</source>
        <translation>完成此文档后停止(&amp;T)</translation>
    </message>
    <message>
        <source>Move document &amp;up</source>
        <translation>上移文档(&amp;U)</translation>
    </message>
    <message>
        <source>Move document d&amp;own</source>
        <translation>下移文档(&amp;O)</translation>
    </message>
    <message>
        <source>Read w&amp;ith another engine…</source>
        <translation>用其他引擎识读(&amp;I)…</translation>
    </message>
    <message>
        <source>Stop readi&amp;ng with another engine</source>
        <translation>停止用其他引擎识读(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Languages of scans…</source>
        <translation>扫描件的语言(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Engine…</source>
        <translation>引擎(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Key of the service…</source>
        <translation>服务的密钥(&amp;K)…</translation>
    </message>
    <message>
        <source>Spending &amp;cap…</source>
        <translation>费用上限(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Models and local engines…</source>
        <translation>模型和本机引擎(&amp;M)…</translation>
    </message>
    <message>
        <source>Measu&amp;re the speed…</source>
        <translation>测量速度(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Why this engine?</source>
        <translation>为何使用此引擎(&amp;W)？</translation>
    </message>
    <message>
        <source>&amp;Engines of this computer…</source>
        <translation>本机的引擎(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Copyholder</source>
        <translation>关于 Copyholder(&amp;A)</translation>
    </message>
    <message>
        <source>The link leads to {address}</source>
        <translation>此链接指向 {address}</translation>
    </message>
    <message>
        <source>The engine was not changed. {reason}</source>
        <translation>引擎未更改。{reason}</translation>
    </message>
    <message>
        <source>Enter the key…</source>
        <translation>输入密钥…</translation>
    </message>
    <message>
        <source>{reason}. {engine} reads instead.</source>
        <translation>{reason}。改由 {engine} 识读。</translation>
    </message>
    <message>
        <source>The keychain has not answered yet: unlock it where it asks, then the reading begins.</source>
        <translation>钥匙串尚未应答：请在其询问处解锁，随后开始识读。</translation>
    </message>
    <message>
        <source>Choose another engine…</source>
        <translation>选择其他引擎…</translation>
    </message>
    <message>
        <source>{engine} cannot be used, and the built-in reader stands in. {reason}</source>
        <translation>无法使用 {engine}，由内置识读器代替。{reason}</translation>
    </message>
    <message>
        <source>Nothing is sent to {host}, as you said: {instead} reads instead.</source>
        <translation>按您的要求，不向 {host} 发送任何内容：改由 {instead} 识读。</translation>
    </message>
    <message>
        <source>{engine} cannot be used ({reason}): {instead} reads instead.</source>
        <translation>无法使用 {engine}（{reason}）：改由 {instead} 识读。</translation>
    </message>
    <message>
        <source>{engine} cannot be used: {instead} reads instead.</source>
        <translation>无法使用 {engine}：改由 {instead} 识读。</translation>
    </message>
    <message>
        <source>Raise the cap…</source>
        <translation>提高上限…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Engine…</source>
        <translation>引擎…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>{n:,} page</source>
        <translation>{n:,} 页</translation>
    </message>
    <message>
        <source>{n:,} pages</source>
        <translation>{n:,} 页</translation>
    </message>
    <message>
        <source>{pages} read in {time}</source>
        <translation>{pages}已识读，用时 {time}</translation>
    </message>
    <message>
        <source>{words}, {n:,} failed</source>
        <translation>{words}，{n:,} 页失败</translation>
    </message>
    <message>
        <source>The simple preview was chosen in the settings.</source>
        <translation>设置中选择了简易预览。</translation>
    </message>
    <message>
        <source>Qt WebEngine is not installed, so formulas are shown as their source.</source>
        <translation>未安装 Qt WebEngine，因此公式以源代码显示。</translation>
    </message>
    <message>
        <source>Running as root, the browser&apos;s sandbox cannot work, so formulas are shown as their source.</source>
        <translation>以 root 身份运行时，浏览器沙箱无法工作，因此公式以源代码显示。</translation>
    </message>
    <message>
        <source>Page text, preview</source>
        <translation>本页文字，预览</translation>
    </message>
    <message>
        <source>{n:,} file could not be opened.</source>
        <translation>{n:,} 个文件无法打开。</translation>
    </message>
    <message>
        <source>{n:,} files could not be opened.</source>
        <translation>{n:,} 个文件无法打开。</translation>
    </message>
    <message>
        <source>{address} has a “?” or “#” in it: write the address up to /v1.</source>
        <translation>{address} 中含有“?”或“#”：地址请写到 /v1 为止。</translation>
    </message>
    <message>
        <source>The address is empty: write one like https://example.org/paper.pdf.</source>
        <translation>地址为空：请输入类似 https://example.org/paper.pdf 的地址。</translation>
    </message>
    <message>
        <source>The address has blanks or line ends in it: copy it again.</source>
        <translation>地址中含有空格或换行：请重新复制。</translation>
    </message>
    <message>
        <source>{address} is no web address: check how it is written.</source>
        <translation>{address} 不是网址：请检查写法。</translation>
    </message>
    <message>
        <source>{address} is no web address: it begins with https:// or http:// and a name.</source>
        <translation>{address} 不是网址：应以 https:// 或 http:// 加名称开头。</translation>
    </message>
    <message>
        <source>{address} is no web address: it begins with https:// or http:// and a name, like {right}.</source>
        <translation>{address} 不是网址：应以 https:// 或 http:// 加名称开头，如 {right}。</translation>
    </message>
    <message>
        <source>The address holds a name or a password: leave that out, keys are kept apart.</source>
        <translation>地址中含有用户名或密码：请去掉，密钥另行保存。</translation>
    </message>
    <message>
        <source>the file&apos;s own text</source>
        <translation>文件自带的文字</translation>
    </message>
    <message>
        <source>the second reading of the picture</source>
        <translation>图像的第二次识读</translation>
    </message>
    <message>
        <source>Here stands {text}, but {second} has {page}. Compare the digits with the page.</source>
        <translation>此处为 {text}，而{second}为 {page}。请对照原页核对数字。</translation>
    </message>
    <message>
        <source>The number {page} is lacking here; {second} has it.</source>
        <translation>此处缺少数字 {page}；{second}中有。</translation>
    </message>
    <message>
        <source>The number {text} is not in {second}. Look whether the page has it.</source>
        <translation>{second}中没有数字 {text}。请看原页上是否有。</translation>
    </message>
    <message>
        <source>Here stands “{text}”, but {second} has “{page}”.</source>
        <translation>此处为“{text}”，而{second}为“{page}”。</translation>
    </message>
    <message>
        <source>These words ({count}) are not in {second}. Look whether the page has them.</source>
        <translation>{second}中没有这些词（{count} 个）。请看原页上是否有。</translation>
    </message>
    <message>
        <source>The page has “{page}” here.</source>
        <translation>页面此处有“{page}”。</translation>
    </message>
    <message>
        <source>The page has “{page}” in the table here. The suggestion has it in one cell: part it as the page does.</source>
        <translation>此处的表格在页面上有“{page}”。建议把它放入一个单元格：请按页面将其分开。</translation>
    </message>
    <message>
        <source>This is there more often than on the page. Delete it if the page does not have it here.</source>
        <translation>此内容出现的次数比页面上多。如果页面此处没有，请删除。</translation>
    </message>
    <message>
        <source>This is there more than once; what the page has is not known. Look whether it repeats it.</source>
        <translation>此内容出现不止一次，但不知道页面上的情况。请查看页面是否有重复。</translation>
    </message>
    <message>
        <source>The same {count} times in a row. Delete what the page does not have.</source>
        <translation>连续重复 {count} 次。请删除原页上没有的部分。</translation>
    </message>
    <message>
        <source>The reading ended at its length limit; the rest of the page is lacking. Read the page again.</source>
        <translation>识读到长度上限时停止，本页其余内容缺失。请重新识读本页。</translation>
    </message>
    <message>
        <source>The reading was stopped because it repeated itself. Compare the end of the page.</source>
        <translation>因内容不断重复，识读已停止。请核对本页末尾。</translation>
    </message>
    <message>
        <source>The page is blank, but there is text for it. Delete it if the page is blank indeed.</source>
        <translation>本页是空白页，却有文字。如果确为空白页，请删除。</translation>
    </message>
    <message>
        <source>There is no text, but the page is not blank. Read it again, or check that it is a picture.</source>
        <translation>没有文字，但本页并非空白。请重新识读，或确认它是图片。</translation>
    </message>
    <message>
        <source>There is no text, but the page has {count} words. Read it again.</source>
        <translation>没有文字，但本页有 {count} 个词。请重新识读。</translation>
    </message>
    <message>
        <source>This formula cannot be typeset: {detail}.</source>
        <translation>此公式无法排版：{detail}。</translation>
    </message>
    <message>
        <source>Here stands {sign} outside of a formula. Look for a sign that opens or closes it.</source>
        <translation>公式之外出现了 {sign}。请查找与之配对的起始或结束符号。</translation>
    </message>
    <message>
        <source>This row has {cells} columns, the table has {usual}.</source>
        <translation>本行有 {cells} 列，而表格有 {usual} 列。</translation>
    </message>
    <message>
        <source>A cell reaches over {cells} rows; the table has only {usual} left.</source>
        <translation>一个单元格跨 {cells} 行，而表格只剩 {usual} 行。</translation>
    </message>
    <message>
        <source>On the page these cells stand in another order. Compare the columns.</source>
        <translation>页面上这些单元格的顺序不同。请核对各列。</translation>
    </message>
    <message>
        <source>On the page this stands in another column. Compare the row.</source>
        <translation>页面上此内容位于另一列。请核对该行。</translation>
    </message>
    <message>
        <source>This word is not in {second}. Look whether the page has it.</source>
        <translation>{second}中没有这个词。请查看页面上是否有。</translation>
    </message>
    <message>
        <source>This row has {cells} column, the table has {usual}.</source>
        <translation>此行有 {cells} 列，表格有 {usual} 列。</translation>
    </message>
    <message>
        <source>Not checked against the page: there is no second reading to compare numbers and words with.</source>
        <translation>未与页面核对：没有可用来比较数字和词语的第二次读取。</translation>
    </message>
    <message>
        <source>{tag} is opened here and not closed.</source>
        <translation>{tag} 在此打开，但没有关闭。</translation>
    </message>
    <message>
        <source>{tag} closes what was not opened.</source>
        <translation>{tag} 关闭了并未打开的标签。</translation>
    </message>
    <message>
        <source>{count} items of a list stand in one line. Part them if the page has them apart.</source>
        <translation>列表的 {count} 个项目挤在一行。如果原页上是分开的，请拆开。</translation>
    </message>
    <message>
        <source>The model was unsure here. Compare with the page.</source>
        <translation>模型对此处没有把握。请与原页对照。</translation>
    </message>
    <message>
        <source>The model&apos;s drafts were rejected oftener than elsewhere ({share} accepted, {usual} is usual here). Look the page over.</source>
        <translation>模型的草稿在此处被拒绝得比别处多（接受率 {share}，此处通常为 {usual}）。请通看本页。</translation>
    </message>
    <message>
        <source>On the page this stands before what comes before it here. Check the order of the columns.</source>
        <translation>在原页上，这段内容位于此处前文之前。请检查分栏顺序。</translation>
    </message>
    <message>
        <source>The page could not be read ({code}). Read it again.</source>
        <translation>本页无法识读（{code}）。请重新识读。</translation>
    </message>
    <message>
        <source>{second} is unreadable on this page: numbers and words were not compared.</source>
        <translation>{second}在本页不可用：未比对数字和词语。</translation>
    </message>
    <message>
        <source>{second} agrees with hardly anything here, so single words were not compared. Look the page over.</source>
        <translation>{second}与此处几乎完全不符，因此未逐词比对。请通看本页。</translation>
    </message>
    <message>
        <source>Some rows have more cells than the heading; the table was made wider for them.</source>
        <translation>某些行的单元格多于表头；已为此加宽表格。</translation>
    </message>
    <message>
        <source>Some rows had too few cells; empty ones were added.</source>
        <translation>某些行的单元格不足；已补上空单元格。</translation>
    </message>
    <message>
        <source>Typographic</source>
        <translation>排版符号</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>字母</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Mathematics</source>
        <translation>数学</translation>
    </message>
    <message>
        <source>Super and sub</source>
        <translation>上标和下标</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>箭头</translation>
    </message>
    <message>
        <source>Marks above and below</source>
        <translation>上下附加符号</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Type a formula.</source>
        <translation>请输入公式。</translation>
    </message>
    <message>
        <source>This formula cannot be set: {reason}.</source>
        <translation>此公式无法排版：{reason}。</translation>
    </message>
    <message>
        <source>A formula cannot end with a backslash.</source>
        <translation>公式不能以反斜杠结尾。</translation>
    </message>
    <message>
        <source>A dollar sign would end the formula here; write \$ for the sign itself.</source>
        <translation>美元符号会在此处结束公式；要写符号本身，请输入 \$。</translation>
    </message>
    <message>
        <source>{sign} cannot stand within a formula.</source>
        <translation>{sign} 不能出现在公式中。</translation>
    </message>
    <message>
        <source>The table was not closed; it is closed when it is written.</source>
        <translation>表格没有结束标记；写出时会补上。</translation>
    </message>
    <message>
        <source>Some cells spanned more than there is; they were cut to the table.</source>
        <translation>某些单元格跨出了表格范围；已裁到表格以内。</translation>
    </message>
    <message>
        <source>This pattern takes too long; write it with fewer repetitions within repetitions.</source>
        <translation>此表达式耗时过长；请减少嵌套的重复。</translation>
    </message>
    <message>
        <source>Type what to look for.</source>
        <translation>请输入要查找的内容。</translation>
    </message>
    <message>
        <source>This is too long to look for; use at most {n:,} characters.</source>
        <translation>查找内容过长；最多 {n:,} 个字符。</translation>
    </message>
    <message>
        <source>This pattern repeats too much; use smaller numbers in braces.</source>
        <translation>此表达式重复过多；请在花括号中使用较小的数字。</translation>
    </message>
    <message>
        <source>The pattern is not complete or not allowed: {reason} (at character {place}).</source>
        <translation>表达式不完整或不允许：{reason}（在第 {place} 个字符处）。</translation>
    </message>
    <message>
        <source>The pattern is not complete or not allowed: {reason}.</source>
        <translation>表达式不完整或不允许：{reason}。</translation>
    </message>
    <message>
        <source>This pattern is nested too deeply; make it simpler.</source>
        <translation>此表达式嵌套过深；请简化。</translation>
    </message>
    <message>
        <source>The replacement is not understood: {reason}.</source>
        <translation>无法理解替换内容：{reason}。</translation>
    </message>
    <message>
        <source>The disk is full: free some space and install the engine again.</source>
        <translation>磁盘已满：请腾出空间后重新安装引擎。</translation>
    </message>
    <message>
        <source>The engine needs about {size} and the disk has {free} free: make room, or keep Copyholder&apos;s data on another disk.</source>
        <translation>引擎约需 {size}，磁盘剩余 {free}：请腾出空间，或把 Copyholder 的数据放到另一磁盘。</translation>
    </message>
    <message>
        <source>The engine cannot be installed here: {detail}.</source>
        <translation>无法在此安装该引擎：{detail}。</translation>
    </message>
    <message>
        <source>Nothing was fetched, because Copyholder is set to work offline: allow the network in the settings, and unset HF_HUB_OFFLINE if it is set.</source>
        <translation>未下载任何内容，因为 Copyholder 设为离线工作：请在设置中允许联网，并取消 HF_HUB_OFFLINE（如已设置）。</translation>
    </message>
    <message>
        <source>There is no Python 3.11 or newer to build the engine with: install one, then try again.</source>
        <translation>没有可用于构建引擎的 Python 3.11 或更新版本：请先安装，然后重试。</translation>
    </message>
    <message>
        <source>Python could not make an environment ({detail}): install the package python3-venv of your system, then try again.</source>
        <translation>Python 无法创建环境（{detail}）：请安装系统的 python3-venv 软件包，然后重试。</translation>
    </message>
    <message>
        <source>The folder {detail} may not be written by you: change its permissions, or choose another one with --home.</source>
        <translation>您没有写入文件夹 {detail} 的权限：请更改其权限，或用 --home 另选一个。</translation>
    </message>
    <message>
        <source>Another Copyholder is installing this engine already: wait for it, or end it first.</source>
        <translation>另一个 Copyholder 正在安装此引擎：请等待它完成，或先结束它。</translation>
    </message>
    <message>
        <source>The engine is in use and could not be replaced ({detail}): let it finish, then try again.</source>
        <translation>引擎正在使用中，无法替换（{detail}）：请等它完成后重试。</translation>
    </message>
    <message>
        <source>The libraries could not be installed ({detail}): check the network, then try again.</source>
        <translation>无法安装所需的库（{detail}）：请检查网络，然后重试。</translation>
    </message>
    <message>
        <source>The libraries are installed but do not work on this machine ({detail}): nothing was changed, choose another engine or report it.</source>
        <translation>库已安装，但在本机上无法工作（{detail}）：未作任何更改，请选择其他引擎或报告此问题。</translation>
    </message>
    <message>
        <source>This engine is not installed, so there is nothing to remove.</source>
        <translation>此引擎未安装，没有可移除的内容。</translation>
    </message>
    <message>
        <source>An unexpected fault stopped the installation ({detail}): try it again, and report it if it stays.</source>
        <translation>意外故障中断了安装（{detail}）：请重试，若仍出现请报告。</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>该文件</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>该文件</translation>
    </message>
    <message>
        <source>{name} is not there any more: put it back, or add it from its new place.</source>
        <translation>{name}已不在原处：请放回，或从新位置重新添加。</translation>
    </message>
    <message>
        <source>{name} may not be opened or written by you: change its permissions, or choose another place.</source>
        <translation>您没有打开或写入{name}的权限：请更改其权限，或选择其他位置。</translation>
    </message>
    <message>
        <source>{name} is empty (0 bytes): copy or download it again.</source>
        <translation>{name}是空文件（0 字节）：请重新复制或下载。</translation>
    </message>
    <message>
        <source>{name} is neither a PDF nor a picture that Copyholder can read: save it as PDF, PNG, JPEG or TIFF.</source>
        <translation>{name}既不是 PDF，也不是 Copyholder 能读取的图片：请存为 PDF、PNG、JPEG 或 TIFF。</translation>
    </message>
    <message>
        <source>{name} is damaged beyond repair: get a fresh copy, or print it to PDF from a program that still opens it.</source>
        <translation>{name}已损坏且无法修复：请另取一份，或用仍能打开它的程序打印为 PDF。</translation>
    </message>
    <message>
        <source>{name} has no pages: check that it is the file you meant.</source>
        <translation>{name}没有页面：请确认是否选对了文件。</translation>
    </message>
    <message>
        <source>{name} is locked: enter its password to open it.</source>
        <translation>{name}已加密：请输入密码打开。</translation>
    </message>
    <message>
        <source>This password does not open {name}: try another one.</source>
        <translation>此密码无法打开{name}：请换一个再试。</translation>
    </message>
    <message>
        <source>{name} was changed by another program since it was opened: open it again to read the new version.</source>
        <translation>{name}打开后被其他程序更改：请重新打开以读取新版本。</translation>
    </message>
    <message>
        <source>{name} has no page {detail}: choose pages that it has.</source>
        <translation>{name}没有第 {detail} 页：请选择存在的页。</translation>
    </message>
    <message>
        <source>{name} does not have this page: choose pages that it has.</source>
        <translation>{name}没有这一页：请选择存在的页。</translation>
    </message>
    <message>
        <source>{name} needs something that is not installed ({detail}): install it, or save the file as PDF or PNG.</source>
        <translation>{name}需要尚未安装的组件（{detail}）：请安装，或将文件存为 PDF 或 PNG。</translation>
    </message>
    <message>
        <source>{name} needs a part that is not installed here: save it as PDF or PNG and add that.</source>
        <translation>{name}需要此处未安装的组件：请存为 PDF 或 PNG 后再添加。</translation>
    </message>
    <message>
        <source>{name} took longer than {detail} seconds and was given up: try it again, or leave it out.</source>
        <translation>{name}耗时超过 {detail} 秒，已放弃：请重试，或跳过它。</translation>
    </message>
    <message>
        <source>{name} took too long and was given up: try it again, or leave it out.</source>
        <translation>{name}耗时过长，已放弃：请重试，或跳过它。</translation>
    </message>
    <message>
        <source>There was not enough memory for {name}: close other programs and try again, or read fewer pages at once.</source>
        <translation>内存不足，无法处理{name}：请关闭其他程序后重试，或减少同时识读的页数。</translation>
    </message>
    <message>
        <source>The disk is full and has no room for {name}: free some space and press Resume, nothing is lost until then.</source>
        <translation>磁盘已满，没有空间存放{name}：请腾出空间并点“继续”，在此之前不会丢失任何内容。</translation>
    </message>
    <message>
        <source>{name} made the reading program crash and was left out: everything else goes on, and you can try it again.</source>
        <translation>{name}导致识读程序崩溃，已跳过：其余照常进行，您可以重试。</translation>
    </message>
    <message>
        <source>{name} was stopped: what is finished is kept, and Resume goes on from there.</source>
        <translation>{name}已停止：已完成的部分会保留，点“继续”可从该处接着进行。</translation>
    </message>
    <message>
        <source>{name} was not finished because Copyholder was closed: open it again and it goes on from there.</source>
        <translation>{name}因 Copyholder 关闭而未完成：重新打开即可从该处接着进行。</translation>
    </message>
    <message>
        <source>No engine could be started to read {name} ({detail}): choose another engine, or start Copyholder again.</source>
        <translation>没有能识读{name}的引擎可以启动（{detail}）：请选择其他引擎，或重新启动 Copyholder。</translation>
    </message>
    <message>
        <source>No engine could be started to read {name}: choose another engine, or start Copyholder again.</source>
        <translation>没有能识读{name}的引擎可以启动：请选择其他引擎，或重新启动 Copyholder。</translation>
    </message>
    <message>
        <source>The engine could not read {name} ({detail}): try it again, or choose another engine.</source>
        <translation>引擎无法识读{name}（{detail}）：请重试，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The engine could not read {name}: try it again, or choose another engine.</source>
        <translation>引擎无法识读{name}：请重试，或选择其他引擎。</translation>
    </message>
    <message>
        <source>{name} does not fit into the model&apos;s context ({detail} tokens): shorten the instruction, or choose another engine.</source>
        <translation>{name}超出模型的上下文长度（{detail} 个词元）：请缩短提示词，或选择其他引擎。</translation>
    </message>
    <message>
        <source>{name} does not fit into the model&apos;s context: shorten the instruction, or choose another engine.</source>
        <translation>{name}超出模型的上下文长度：请缩短提示词，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The service at {detail} needs a key: enter it, or choose another engine.</source>
        <translation>{detail} 的服务需要密钥：请输入密钥，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The service needs a key: enter it, or choose another engine.</source>
        <translation>该服务需要密钥：请输入密钥，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The service at {detail} does not accept the key: enter it anew, or choose another engine.</source>
        <translation>{detail} 的服务不接受此密钥：请重新输入，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The service does not accept the key: enter it anew, or choose another engine.</source>
        <translation>该服务不接受此密钥：请重新输入，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The account is out of credits: top it up with the service, or choose another engine, then press Resume.</source>
        <translation>账户余额已用完：请向该服务充值，或选择其他引擎，然后点“继续”。</translation>
    </message>
    <message>
        <source>The service does not allow this ({detail}): check what the key may be used for, then press Resume.</source>
        <translation>该服务不允许此操作（{detail}）：请检查密钥的使用权限，然后点“继续”。</translation>
    </message>
    <message>
        <source>The service does not allow this: check what the key may be used for, then press Resume.</source>
        <translation>该服务不允许此操作：请检查密钥的使用权限，然后点“继续”。</translation>
    </message>
    <message>
        <source>There is no such service at {detail}: check the address of the engine, then press Resume.</source>
        <translation>{detail} 处没有这样的服务：请检查引擎地址，然后点“继续”。</translation>
    </message>
    <message>
        <source>There is no such service at this address: check the address of the engine, then press Resume.</source>
        <translation>此地址没有这样的服务：请检查引擎地址，然后点“继续”。</translation>
    </message>
    <message>
        <source>The service refused the request ({detail}): check the model&apos;s name and the prompt, then press Resume.</source>
        <translation>该服务拒绝了请求（{detail}）：请检查模型名称和提示词，然后点“继续”。</translation>
    </message>
    <message>
        <source>The service refused the request: check the model&apos;s name and the prompt, then press Resume.</source>
        <translation>该服务拒绝了请求：请检查模型名称和提示词，然后点“继续”。</translation>
    </message>
    <message>
        <source>The picture of {name} is too large for the service, also when made smaller: choose another engine for it.</source>
        <translation>{name}的图像对该服务而言过大，缩小后仍然如此：请为其选择其他引擎。</translation>
    </message>
    <message>
        <source>The service answers that there are too many requests: wait a few minutes, then press Resume.</source>
        <translation>该服务称请求过多：请等待几分钟，然后点“继续”。</translation>
    </message>
    <message>
        <source>The service did not start in time: try again in a few minutes with Resume, or choose another engine.</source>
        <translation>该服务未能及时启动：请过几分钟点“继续”重试，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The service failed at {name} twice ({detail}): try the page again later, it may have been billed.</source>
        <translation>该服务处理{name}时失败两次（{detail}）：请稍后重试该页，可能已经计费。</translation>
    </message>
    <message>
        <source>The service failed at {name} twice: try the page again later, it may have been billed.</source>
        <translation>该服务处理{name}时失败两次：请稍后重试该页，可能已经计费。</translation>
    </message>
    <message>
        <source>The service at {detail} cannot be reached: check the network, the proxy and the address, then press Resume.</source>
        <translation>无法连接 {detail} 的服务：请检查网络、代理和地址，然后点“继续”。</translation>
    </message>
    <message>
        <source>The service cannot be reached: check the network, the proxy and the address, then press Resume.</source>
        <translation>无法连接该服务：请检查网络、代理和地址，然后点“继续”。</translation>
    </message>
    <message>
        <source>The service at {detail} shows a certificate that is not trusted: check the address, or name your own certificate authority in the settings.</source>
        <translation>{detail} 的服务出示的证书不受信任：请检查地址，或在设置中指定您自己的证书颁发机构。</translation>
    </message>
    <message>
        <source>The service shows a certificate that is not trusted: check the address, or name your own certificate authority in the settings.</source>
        <translation>该服务出示的证书不受信任：请检查地址，或在设置中指定您自己的证书颁发机构。</translation>
    </message>
    <message>
        <source>The service gave no usable answer for {name} ({detail}): try the page again, or choose another engine.</source>
        <translation>该服务对{name}没有给出可用的答复（{detail}）：请重试该页，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The service gave no usable answer for {name}: try the page again, or choose another engine.</source>
        <translation>该服务对{name}没有给出可用的答复：请重试该页，或选择其他引擎。</translation>
    </message>
    <message>
        <source>{name} leads to {detail}, which is in a private network: name that address yourself if you mean it.</source>
        <translation>{name}指向私有网络中的 {detail}：如确需访问，请直接填写该地址。</translation>
    </message>
    <message>
        <source>{name} leads to a private network: name that address yourself if you mean it.</source>
        <translation>{name}指向私有网络：如确需访问，请直接填写该地址。</translation>
    </message>
    <message>
        <source>The site of {name} refused the service ({detail}): download the file and read it from the disk.</source>
        <translation>{name}所在网站拒绝了该服务（{detail}）：请下载文件并从磁盘读取。</translation>
    </message>
    <message>
        <source>The site of {name} refused the service: download the file and read it from the disk.</source>
        <translation>{name}所在网站拒绝了该服务：请下载文件并从磁盘读取。</translation>
    </message>
    <message>
        <source>The spending cap is reached (US dollars {detail}): raise it to go on, all finished pages are kept.</source>
        <translation>已达到费用上限（{detail} 美元）：提高上限即可继续，已完成的页都会保留。</translation>
    </message>
    <message>
        <source>The spending cap is reached: raise it to go on, all finished pages are kept.</source>
        <translation>已达到费用上限：提高上限即可继续，已完成的页都会保留。</translation>
    </message>
    <message>
        <source>Two parts of Copyholder did not understand each other over {name}: install it again so that all parts fit.</source>
        <translation>Copyholder 的两个部分在处理{name}时互不兼容：请重新安装，使各部分版本一致。</translation>
    </message>
    <message>
        <source>An unexpected fault in Copyholder stopped {name} ({detail}): try it again, and report it if it stays.</source>
        <translation>Copyholder 的意外故障中断了{name}（{detail}）：请重试，若仍出现请报告。</translation>
    </message>
    <message>
        <source>An unexpected fault in Copyholder stopped {name}: try it again, and report it if it stays.</source>
        <translation>Copyholder 的意外故障中断了{name}：请重试，若仍出现请报告。</translation>
    </message>
    <message>
        <source>There is nothing to read in {name}: choose a folder or files with PDFs or pictures in them.</source>
        <translation>{name}中没有可识读的内容：请选择包含 PDF 或图片的文件夹或文件。</translation>
    </message>
    <message>
        <source>The name of {name} has bytes in it that are not text: rename it and add it again.</source>
        <translation>{name}的名称中含有非文字字节：请重命名后再添加。</translation>
    </message>
    <message>
        <source>The page range {detail} is not understood: write it like 1-3,7,10- where the first page is 1.</source>
        <translation>无法理解页码范围 {detail}：请写成 1-3,7,10- 的形式，首页为 1。</translation>
    </message>
    <message>
        <source>The page range is not understood: write it like 1-3,7,10- where the first page is 1.</source>
        <translation>无法理解页码范围：请写成 1-3,7,10- 的形式，首页为 1。</translation>
    </message>
    <message>
        <source>The library was written by a newer Copyholder and nothing is saved to it: install the newer version to go on.</source>
        <translation>文库由更新版本的 Copyholder 写成，不会向其中保存任何内容：请安装新版本后继续。</translation>
    </message>
    <message>
        <source>The library was damaged and a new one was begun: put back a backup if you have one; the old one is {detail}.</source>
        <translation>文库已损坏，已新建一个：如有备份请放回；旧文库为 {detail}。</translation>
    </message>
    <message>
        <source>The library is damaged: put back a backup, or remove it to begin a new one.</source>
        <translation>文库已损坏：请放回备份，或移除它以新建一个。</translation>
    </message>
    <message>
        <source>The library cannot be written and nothing is saved: change the permissions of {name}, then start again.</source>
        <translation>文库无法写入，没有保存任何内容：请更改{name}的权限，然后重新启动。</translation>
    </message>
    <message>
        <source>Another Copyholder has the library open: close the other windows and commands, then try again.</source>
        <translation>另一个 Copyholder 已打开文库：请关闭其他窗口和命令，然后重试。</translation>
    </message>
    <message>
        <source>There is another library in {name}: choose an empty folder, this one stays where it is.</source>
        <translation>{name}中已有另一个文库：请选择空文件夹，当前文库保持原处。</translation>
    </message>
    <message>
        <source>The settings could not be understood: defaults stand in for what was wrong; the old file is {detail}.</source>
        <translation>无法理解设置：有误之处改用默认值；旧文件为 {detail}。</translation>
    </message>
    <message>
        <source>The settings could not be understood: defaults stand in for what was wrong, check them in the settings.</source>
        <translation>无法理解设置：有误之处改用默认值，请在设置中检查。</translation>
    </message>
    <message>
        <source>The value of {detail} is not understood: correct it, its default stands in until then.</source>
        <translation>无法理解 {detail} 的值：请更正，在此之前使用默认值。</translation>
    </message>
    <message>
        <source>A setting is not understood: correct it, its default stands in until then.</source>
        <translation>无法理解某项设置：请更正，在此之前使用默认值。</translation>
    </message>
    <message>
        <source>Nothing was taken from {name}, because {detail} is not understood: correct it, then import the file again.</source>
        <translation>未从{name}导入任何内容，因为无法理解 {detail}：请更正后重新导入该文件。</translation>
    </message>
    <message>
        <source>Nothing was taken from {name}, because it is no file of settings: choose one that “Export” wrote.</source>
        <translation>未从{name}导入任何内容，因为它不是设置文件：请选择由“导出”写成的文件。</translation>
    </message>
    <message>
        <source>{name} has no page that was read yet: read it first.</source>
        <translation>{name}还没有已识读的页：请先识读。</translation>
    </message>
    <message>
        <source>{name} needs pandoc to be written: install it with “pip install copyholder[office]”, or choose HTML.</source>
        <translation>写出{name}需要 pandoc：请用“pip install copyholder[office]”安装，或选择 HTML。</translation>
    </message>
    <message>
        <source>{name} could not be written ({detail}): export it as HTML instead, which other programs open too.</source>
        <translation>无法写出{name}（{detail}）：请改为导出 HTML，其他程序也能打开。</translation>
    </message>
    <message>
        <source>{name} could not be written: export it as HTML instead, which other programs open too.</source>
        <translation>无法写出{name}：请改为导出 HTML，其他程序也能打开。</translation>
    </message>
    <message>
        <source>{name} is not there as it was read, so its figures and page pictures were left out: put it back, then export again.</source>
        <translation>{name}已不是识读时的文件，因此略去了插图和页面图片：请将其放回原处，然后重新导出。</translation>
    </message>
    <message>
        <source>{name} is another file by now than the one that was read: bring that one to its place, or convert this one.</source>
        <translation>{name}现在已不是当初识读的文件：请把原文件放回原处，或转换现在这个文件。</translation>
    </message>
    <message>
        <source>The pages of {name} stay as they are while something of it is not saved: make room on the disk, then try again.</source>
        <translation>“{name}”尚有内容未保存，其各页暂保持原样：请在磁盘上腾出空间，然后重试。</translation>
    </message>
    <message>
        <source>{name} was edited in another window, too (page {detail}): the newest text counts, and History has both.</source>
        <translation>{name}（第 {detail} 页）也在另一窗口中被编辑：以最新文字为准，“历史”中两者都有。</translation>
    </message>
    <message>
        <source>{name} was edited in another window, too: the newest text counts, and History has both.</source>
        <translation>{name}也在另一窗口中被编辑：以最新文字为准，“历史”中两者都有。</translation>
    </message>
    <message>
        <source>Another window replaced what you typed in {name} (page {detail}): your text can be restored from that page’s History.</source>
        <translation>另一个窗口替换了您在 {name}（第 {detail} 页）中输入的内容：可从该页的历史记录中恢复您的文本。</translation>
    </message>
    <message>
        <source>Another window replaced what you typed in {name}: your text can be restored from the page’s History.</source>
        <translation>另一个窗口替换了您在 {name} 中输入的内容：可从该页的历史记录中恢复您的文本。</translation>
    </message>
    <message>
        <source>{name} is not in the library: “copyholder library list” shows what is.</source>
        <translation>{name}不在文库中：“copyholder library list”会列出其中内容。</translation>
    </message>
    <message>
        <source>{name} was deleted from the library by another window or command: what you type from now on is kept, and its pages can be read again.</source>
        <translation>{name}已被另一个窗口或命令从文库中删除：您从现在起输入的内容会保留，其各页可重新识读。</translation>
    </message>
    <message>
        <source>The address cannot be used: {detail}.</source>
        <translation>此地址无法使用：{detail}。</translation>
    </message>
    <message>
        <source>This is no web address: write one like https://example.org/paper.pdf.</source>
        <translation>这不是网址：请输入类似 https://example.org/paper.pdf 的地址。</translation>
    </message>
    <message>
        <source>The server does not give {name} ({detail}): check the address, or download it with a browser and add the file.</source>
        <translation>服务器没有提供{name}（{detail}）：请检查地址，或用浏览器下载后添加文件。</translation>
    </message>
    <message>
        <source>The server does not give {name}: check the address, or download it with a browser and add the file.</source>
        <translation>服务器没有提供{name}：请检查地址，或用浏览器下载后添加文件。</translation>
    </message>
    <message>
        <source>{name} is a page for a browser and no document: open it there and add the address of its PDF.</source>
        <translation>{name}是供浏览器查看的网页，不是文档：请在浏览器中打开，并添加其中 PDF 的地址。</translation>
    </message>
    <message>
        <source>{name} is larger than {detail} MB: download it with a browser and add the file.</source>
        <translation>{name}大于 {detail} MB：请用浏览器下载后添加文件。</translation>
    </message>
    <message>
        <source>{name} is too large to be downloaded here: download it with a browser and add the file.</source>
        <translation>{name}过大，无法在此下载：请用浏览器下载后添加文件。</translation>
    </message>
    <message>
        <source>The file {detail} has no certificates that can be read: choose a PEM file in the settings.</source>
        <translation>文件 {detail} 中没有可读取的证书：请在设置中选择 PEM 文件。</translation>
    </message>
    <message>
        <source>The file of certificates cannot be read: choose a PEM file in the settings.</source>
        <translation>无法读取证书文件：请在设置中选择 PEM 文件。</translation>
    </message>
    <message>
        <source>The engine {name} cannot be used ({detail}): choose another one if you would rather, nothing is lost.</source>
        <translation>无法使用引擎 {name}（{detail}）：您可以另选一个，不会丢失任何内容。</translation>
    </message>
    <message>
        <source>The engine {name} cannot be used, and another one reads instead: choose one if you would rather.</source>
        <translation>无法使用引擎 {name}，改由另一引擎识读：您也可以自行选择。</translation>
    </message>
    <message>
        <source>{name} was not fetched, because Copyholder is set to work offline: allow the network in the settings.</source>
        <translation>未下载{name}，因为 Copyholder 设为离线工作：请在设置中允许联网。</translation>
    </message>
    <message>
        <source>The file was not fetched, because Copyholder is set to work offline: allow the network in the settings.</source>
        <translation>未下载该文件，因为 Copyholder 设为离线工作：请在设置中允许联网。</translation>
    </message>
    <message>
        <source>Nothing was sent to {detail}, as you said: choose an engine on this machine, or press Resume to be asked.</source>
        <translation>按您的要求，未向 {detail} 发送任何内容：请选择本机上的引擎，或点“继续”以再次询问。</translation>
    </message>
    <message>
        <source>Nothing was sent, as you said: choose an engine on this machine, or press Resume to be asked.</source>
        <translation>按您的要求，未发送任何内容：请选择本机上的引擎，或点“继续”以再次询问。</translation>
    </message>
    <message>
        <source>text layer</source>
        <translation>文本层</translation>
    </message>
    <message>
        <source>no text layer: read from the picture</source>
        <translation>没有文本层：从图像识读</translation>
    </message>
    <message>
        <source>text layer is a cipher: read from the picture</source>
        <translation>文本层是乱码：从图像识读</translation>
    </message>
    <message>
        <source>text layer is an old, poor recognition: read from the picture</source>
        <translation>文本层是陈旧低质的识别结果：从图像识读</translation>
    </message>
    <message>
        <source>text layer differs from what is seen: read from the picture</source>
        <translation>文本层与所见不符：从图像识读</translation>
    </message>
    <message>
        <source>page is mostly picture: read from the picture</source>
        <translation>页面大部分是图片：从图像识读</translation>
    </message>
    <message>
        <source>read from the picture as asked</source>
        <translation>按要求从图像识读</translation>
    </message>
    <message>
        <source>blank page</source>
        <translation>空白页</translation>
    </message>
    <message>
        <source>blank page: the text that the model made up for it was left out</source>
        <translation>空白页：已去掉模型编造的文字</translation>
    </message>
    <message>
        <source>has formulas: a vision model would do better</source>
        <translation>含有公式：视觉模型效果更好</translation>
    </message>
    <message>
        <source>handwriting: a vision model would do better</source>
        <translation>手写内容：视觉模型效果更好</translation>
    </message>
    <message>
        <source>cannot read {detail} script</source>
        <translation>无法识读 {detail} 文字</translation>
    </message>
    <message>
        <source>in a script that the engine cannot read</source>
        <translation>含有引擎无法识读的文字</translation>
    </message>
    <message>
        <source>hard to read: check the words</source>
        <translation>难以辨认：请核对词语</translation>
    </message>
    <message>
        <source>turned upright by {detail}°</source>
        <translation>已转正 {detail}°</translation>
    </message>
    <message>
        <source>turned upright</source>
        <translation>已转正</translation>
    </message>
    <message>
        <source>straightened by {detail}°</source>
        <translation>已校直 {detail}°</translation>
    </message>
    <message>
        <source>very large page, scaled down ({detail})</source>
        <translation>页面极大，已缩小（{detail}）</translation>
    </message>
    <message>
        <source>very large page, scaled down</source>
        <translation>页面极大，已缩小</translation>
    </message>
    <message>
        <source>file was damaged: what survives was read</source>
        <translation>文件已损坏：已读取残存内容</translation>
    </message>
    <message>
        <source>invisible text left out</source>
        <translation>已去掉不可见文字</translation>
    </message>
    <message>
        <source>parts were read from pictures</source>
        <translation>部分内容从图像识读</translation>
    </message>
    <message>
        <source>text was cut off: read the page again</source>
        <translation>文字被截断：请重新识读本页</translation>
    </message>
    <message>
        <source>asked for twice after the connection broke, and perhaps billed twice</source>
        <translation>连接中断后重新请求过一次，可能计费两次</translation>
    </message>
    <message>
        <source>read without drafts ({detail})</source>
        <translation>未使用草稿识读（{detail}）</translation>
    </message>
    <message>
        <source>read without drafts</source>
        <translation>未使用草稿识读</translation>
    </message>
    <message>
        <source>The key is empty: copy it again.</source>
        <translation>密钥为空：请重新复制。</translation>
    </message>
    <message>
        <source>This is no key: a key is one word of plain letters, digits and signs; copy it again.</source>
        <translation>这不是密钥：密钥是由普通字母、数字和符号组成的一个词；请重新复制。</translation>
    </message>
    <message>
        <source>{reason}: choose another folder, or fetch the model again.</source>
        <translation>{reason}：请选择其他文件夹，或重新下载模型。</translation>
    </message>
    <message>
        <source>the hub asks us to wait</source>
        <translation>模型站点要求稍候</translation>
    </message>
    <message>
        <source>the connection broke off</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>the hub is in trouble</source>
        <translation>模型站点出现故障</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>{why}; trying again in {seconds:.0f} s</source>
        <translation>{why}；{seconds:.0f} 秒后重试</translation>
    </message>
    <message>
        <source>The disk is full: free some space and start the download again, it goes on where it stopped.</source>
        <translation>磁盘已满：请腾出空间后重新开始下载，会从中断处接着进行。</translation>
    </message>
    <message>
        <source>The model needs {size} more and the disk has {free} free: make room, or keep Copyholder&apos;s data on another disk.</source>
        <translation>模型还需 {size}，磁盘剩余 {free}：请腾出空间，或把 Copyholder 的数据放到另一磁盘。</translation>
    </message>
    <message>
        <source>Nothing was fetched, because the model&apos;s licence was not accepted: read and accept it first.</source>
        <translation>未下载任何内容，因为没有接受模型的许可证：请先阅读并接受。</translation>
    </message>
    <message>
        <source>{detail} cannot be reached: check the network, the proxy and the address, then go on with the download.</source>
        <translation>无法连接 {detail}：请检查网络、代理和地址，然后继续下载。</translation>
    </message>
    <message>
        <source>The hub cannot be reached: check the network, the proxy and the address, then go on with the download.</source>
        <translation>无法连接模型站点：请检查网络、代理和地址，然后继续下载。</translation>
    </message>
    <message>
        <source>{detail} shows a certificate that is not trusted, or your own certificate file cannot be read: check the address and the certificate file in the settings.</source>
        <translation>{detail} 出示的证书不受信任，或无法读取您自己的证书文件：请检查设置中的地址和证书文件。</translation>
    </message>
    <message>
        <source>The hub shows a certificate that is not trusted: check the address, or name your own authority&apos;s file.</source>
        <translation>模型站点出示的证书不受信任：请检查地址，或指定您自己的证书颁发机构文件。</translation>
    </message>
    <message>
        <source>The hub asks to wait for {detail} seconds: go on with the download later, what was fetched is kept.</source>
        <translation>模型站点要求等待 {detail} 秒：请稍后继续下载，已下载的内容会保留。</translation>
    </message>
    <message>
        <source>The hub answers that there are too many requests: go on with the download later, what was fetched is kept.</source>
        <translation>模型站点称请求过多：请稍后继续下载，已下载的内容会保留。</translation>
    </message>
    <message>
        <source>The hub could not serve the model ({detail}): go on with the download later, what was fetched is kept.</source>
        <translation>模型站点无法提供模型（{detail}）：请稍后继续下载，已下载的内容会保留。</translation>
    </message>
    <message>
        <source>The hub could not serve the model: go on with the download later, what was fetched is kept.</source>
        <translation>模型站点无法提供模型：请稍后继续下载，已下载的内容会保留。</translation>
    </message>
    <message>
        <source>What answers at {detail} is no model hub: check the address, and whether a login page stands in between.</source>
        <translation>{detail} 处应答的不是模型站点：请检查地址，以及中间是否隔着登录页面。</translation>
    </message>
    <message>
        <source>What answers at this address is no model hub: check the address.</source>
        <translation>此地址应答的不是模型站点：请检查地址。</translation>
    </message>
    <message>
        <source>The vendor gives {detail} only to accounts that have asked for it: ask on the model&apos;s page, then set HF_TOKEN to a token of that account.</source>
        <translation>供应商只向申请过的账户提供 {detail}：请在模型页面上申请，然后把 HF_TOKEN 设为该账户的令牌。</translation>
    </message>
    <message>
        <source>The vendor gives this model only to accounts that have asked for it: ask for it, then set HF_TOKEN.</source>
        <translation>供应商只向申请过的账户提供此模型：请先申请，然后设置 HF_TOKEN。</translation>
    </message>
    <message>
        <source>{detail} does not accept the token: make a new one that may read models, and set HF_TOKEN to it.</source>
        <translation>{detail} 不接受此令牌：请新建一个可读取模型的令牌，并把它设为 HF_TOKEN。</translation>
    </message>
    <message>
        <source>The hub does not accept the token: make a new one that may read models, and set HF_TOKEN to it.</source>
        <translation>模型站点不接受此令牌：请新建一个可读取模型的令牌，并把它设为 HF_TOKEN。</translation>
    </message>
    <message>
        <source>There is no model {detail} at this hub: check the address of the mirror.</source>
        <translation>此站点没有模型 {detail}：请检查镜像地址。</translation>
    </message>
    <message>
        <source>There is no such model at this hub: check the address of the mirror.</source>
        <translation>此站点没有这样的模型：请检查镜像地址。</translation>
    </message>
    <message>
        <source>The model has no revision {detail}: leave it out to get the one that Copyholder was tested with.</source>
        <translation>该模型没有修订版 {detail}：留空即可获取 Copyholder 测试过的版本。</translation>
    </message>
    <message>
        <source>The model has no such revision: leave it out to get the one that Copyholder was tested with.</source>
        <translation>该模型没有这样的修订版：留空即可获取 Copyholder 测试过的版本。</translation>
    </message>
    <message>
        <source>The file {detail} is not the one that the vendor published: fetch the model again, or from another mirror.</source>
        <translation>文件 {detail} 与供应商发布的不一致：请重新下载模型，或换一个镜像。</translation>
    </message>
    <message>
        <source>A file is not the one that the vendor published: fetch the model again, or from another mirror.</source>
        <translation>有文件与供应商发布的不一致：请重新下载模型，或换一个镜像。</translation>
    </message>
    <message>
        <source>The data folder may not be written by you: change its permissions.</source>
        <translation>您没有写入数据文件夹的权限：请更改其权限。</translation>
    </message>
    <message>
        <source>Another Copyholder is fetching this model already: wait for it, or end it first.</source>
        <translation>另一个 Copyholder 正在下载此模型：请等待它完成，或先结束它。</translation>
    </message>
    <message>
        <source>The program that fetches models stopped ({detail}): start the download again, it goes on where it stopped.</source>
        <translation>下载模型的程序已停止（{detail}）：请重新开始下载，会从中断处接着进行。</translation>
    </message>
    <message>
        <source>The program that fetches models stopped: start the download again, it goes on where it stopped.</source>
        <translation>下载模型的程序已停止：请重新开始下载，会从中断处接着进行。</translation>
    </message>
    <message>
        <source>Two parts of Copyholder did not understand each other: install it again.</source>
        <translation>Copyholder 的两个部分互不兼容：请重新安装。</translation>
    </message>
    <message>
        <source>An unexpected fault stopped the download ({detail}): try it again, and report it if it stays.</source>
        <translation>意外故障中断了下载（{detail}）：请重试，若仍出现请报告。</translation>
    </message>
    <message>
        <source>An unexpected fault stopped the download: try it again, and report it if it stays.</source>
        <translation>意外故障中断了下载：请重试，若仍出现请报告。</translation>
    </message>
    <message>
        <source>install NVIDIA&apos;s driver 580 or newer, which knows CUDA 13</source>
        <translation>请安装 580 或更新版本的 NVIDIA 驱动，它支持 CUDA 13</translation>
    </message>
    <message>
        <source>WSL2 gives Linux half of the memory unless .wslconfig says more</source>
        <translation>除非 .wslconfig 另有规定，WSL2 只给 Linux 一半内存</translation>
    </message>
    <message>
        <source>install Copyholder inside WSL2</source>
        <translation>请在 WSL2 中安装 Copyholder</translation>
    </message>
    <message>
        <source>vLLM needs Linux, or WSL2 on Windows.</source>
        <translation>vLLM 需要 Linux，在 Windows 上则需要 WSL2。</translation>
    </message>
    <message>
        <source>vLLM is not made for {architecture} processors.</source>
        <translation>vLLM 不支持 {architecture} 处理器。</translation>
    </message>
    <message>
        <source>the model folder has no draft head</source>
        <translation>模型文件夹中没有草稿头</translation>
    </message>
    <message>
        <source>vLLM with FastMTP</source>
        <translation>vLLM 与 FastMTP</translation>
    </message>
    <message>
        <source>Transformers on the graphics card</source>
        <translation>显卡上的 Transformers</translation>
    </message>
    <message>
        <source>PyTorch with Transformers</source>
        <translation>PyTorch 与 Transformers</translation>
    </message>
    <message>
        <source>computes in {dtype}, the card has no bfloat16</source>
        <translation>以 {dtype} 计算，此显卡没有 bfloat16</translation>
    </message>
    <message>
        <source>float16 is slow on this card</source>
        <translation>此显卡上 float16 较慢</translation>
    </message>
    <message>
        <source>the graphics card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>{size} are needed; of {total} macOS lets a program&apos;s graphics have {other}.</source>
        <translation>需要 {size}；macOS 允许程序的图形使用 {total} 中的 {other}。</translation>
    </message>
    <message>
        <source>the {name} graphics</source>
        <translation>{name} 显卡</translation>
    </message>
    <message>
        <source>The model does not run on Intel&apos;s graphics ({name}).</source>
        <translation>该模型无法在 Intel 显卡（{name}）上运行。</translation>
    </message>
    <message>
        <source>PyTorch uses AMD&apos;s graphics cards on Linux only.</source>
        <translation>PyTorch 仅在 Linux 上使用 AMD 显卡。</translation>
    </message>
    <message>
        <source>PyTorch {release} is not built for ROCm, which AMD&apos;s cards need.</source>
        <translation>PyTorch {release} 并非为 AMD 显卡所需的 ROCm 构建。</translation>
    </message>
    <message>
        <source>PyTorch for ROCm with Transformers</source>
        <translation>用于 ROCm 的 PyTorch 与 Transformers</translation>
    </message>
    <message>
        <source>{name}: never tried by Copyholder&apos;s makers</source>
        <translation>{name}：Copyholder 的开发者从未试过</translation>
    </message>
    <message>
        <source>Transformers with FastMTP on {where}</source>
        <translation>{where}上的 Transformers 与 FastMTP</translation>
    </message>
    <message>
        <source>Transformers on {where}</source>
        <translation>{where}上的 Transformers</translation>
    </message>
    <message>
        <source>{name} is too old for vLLM (compute capability {has}; {wants} is needed).</source>
        <translation>{name} 对 vLLM 而言过旧（计算能力 {has}；需要 {wants}）。</translation>
    </message>
    <message>
        <source>vLLM {vllm} does not run this model; 0.32 is tested.</source>
        <translation>vLLM {vllm} 无法运行此模型；0.32 经过测试。</translation>
    </message>
    <message>
        <source>vLLM needs a C compiler, and there is none.</source>
        <translation>vLLM 需要 C 编译器，但没有找到。</translation>
    </message>
    <message>
        <source>install gcc</source>
        <translation>请安装 gcc</translation>
    </message>
    <message>
        <source>vLLM needs the header files of Python, and there are none.</source>
        <translation>vLLM 需要 Python 的头文件，但没有找到。</translation>
    </message>
    <message>
        <source>install python3-dev</source>
        <translation>请安装 python3-dev</translation>
    </message>
    <message>
        <source>install NVIDIA&apos;s current driver and restart</source>
        <translation>请安装 NVIDIA 的最新驱动并重新启动</translation>
    </message>
    <message>
        <source>The NVIDIA driver {driver} is too old (CUDA {number}; 12 is needed).</source>
        <translation>NVIDIA 驱动 {driver} 过旧（CUDA {number}；需要 12）。</translation>
    </message>
    <message>
        <source>close programs that use the card</source>
        <translation>请关闭使用该显卡的程序</translation>
    </message>
    <message>
        <source>The graphics card could not be asked ({trouble}).</source>
        <translation>无法查询显卡（{trouble}）。</translation>
    </message>
    <message>
        <source>restart the computer; if that does not help, install the driver anew</source>
        <translation>请重新启动计算机；如仍无效，请重新安装驱动</translation>
    </message>
    <message>
        <source>{name}, {size} of {other} free</source>
        <translation>{name}，可用 {size}，共 {other}</translation>
    </message>
    <message>
        <source>The licence of jina-ocr-v1 (CC BY-NC 4.0) allows no commercial use.</source>
        <translation>jina-ocr-v1 的许可证（CC BY-NC 4.0）不允许商业用途。</translation>
    </message>
    <message>
        <source>ask Jina AI for an agreement, or use an engine without this model</source>
        <translation>请与 Jina AI 商议协议，或使用不含此模型的引擎</translation>
    </message>
    <message>
        <source>The licence of jina-ocr-v1 (CC BY-NC 4.0: no commercial use) is not accepted yet.</source>
        <translation>尚未接受 jina-ocr-v1 的许可证（CC BY-NC 4.0：不得用于商业用途）。</translation>
    </message>
    <message>
        <source>The model jina-ocr-v1 is not on this machine.</source>
        <translation>本机上没有 jina-ocr-v1 模型。</translation>
    </message>
    <message>
        <source>It is not complete.</source>
        <translation>它不完整。</translation>
    </message>
    <message>
        <source>The model&apos;s folder cannot be used: {reason}</source>
        <translation>模型文件夹无法使用：{reason}</translation>
    </message>
    <message>
        <source>The interpreter that you named cannot be used: {problem}.</source>
        <translation>您指定的解释器无法使用：{problem}。</translation>
    </message>
    <message>
        <source>{library} is not installed.</source>
        <translation>{library} 未安装。</translation>
    </message>
    <message>
        <source>{size} of disk are needed, {other} are free.</source>
        <translation>需要 {size} 磁盘空间，可用 {other}。</translation>
    </message>
    <message>
        <source>free some space, or move Copyholder&apos;s data folder to a larger disk</source>
        <translation>请腾出空间，或把 Copyholder 的数据文件夹移到更大的磁盘</translation>
    </message>
    <message>
        <source>It would have to be downloaded, and Copyholder is set to work offline.</source>
        <translation>需要下载，而 Copyholder 设为离线工作。</translation>
    </message>
    <message>
        <source>allow the network, or name a model folder and an interpreter that you have</source>
        <translation>请允许联网，或指定已有的模型文件夹和解释器</translation>
    </message>
    <message>
        <source>The interpreter with the engine lacks {lacking}.</source>
        <translation>该引擎的解释器缺少 {lacking}。</translation>
    </message>
    <message>
        <source>PyTorch {torch} is too old; {number} or newer is needed.</source>
        <translation>PyTorch {torch} 过旧；需要 {number} 或更新版本。</translation>
    </message>
    <message>
        <source>you chose it</source>
        <translation>由您选择</translation>
    </message>
    <message>
        <source>{time} a page, measured here</source>
        <translation>每页 {time}，在本机测得</translation>
    </message>
    <message>
        <source>Built-in engine</source>
        <translation>内置引擎</translation>
    </message>
    <message>
        <source>text layers and scans, nothing to download</source>
        <translation>文本层和扫描件，无需下载</translation>
    </message>
    <message>
        <source>whether it answers shows when it is used</source>
        <translation>使用时才知道它是否应答</translation>
    </message>
    <message>
        <source>There is no engine “{name}”.</source>
        <translation>没有名为“{name}”的引擎。</translation>
    </message>
    <message>
        <source>Sending pages to Jina&apos;s service is not allowed by you.</source>
        <translation>您未允许把页面发送到 Jina 的服务。</translation>
    </message>
    <message>
        <source>choose it yourself (--engine jina); it is never chosen otherwise</source>
        <translation>请自行选择 (--engine jina)；否则不会选用它</translation>
    </message>
    <message>
        <source>There is no key for Jina&apos;s service.</source>
        <translation>没有 Jina 服务的密钥。</translation>
    </message>
    <message>
        <source>get one at jina.ai, then: copyholder engines key jina</source>
        <translation>请在 jina.ai 获取，然后运行：copyholder engines key jina</translation>
    </message>
    <message>
        <source>Copyholder is set to work offline.</source>
        <translation>Copyholder 设为离线工作。</translation>
    </message>
    <message>
        <source>allow the network</source>
        <translation>请允许联网</translation>
    </message>
    <message>
        <source>Jina&apos;s service</source>
        <translation>Jina 的服务</translation>
    </message>
    <message>
        <source>pages leave this machine</source>
        <translation>页面会离开本机</translation>
    </message>
    <message>
        <source>costs by the page</source>
        <translation>按页计费</translation>
    </message>
    <message>
        <source>There is no current PyTorch for Macs with Intel processors.</source>
        <translation>目前没有适用于 Intel 处理器 Mac 的 PyTorch。</translation>
    </message>
    <message>
        <source>Transformers on the processor</source>
        <translation>处理器上的 Transformers</translation>
    </message>
    <message>
        <source>vLLM for processors</source>
        <translation>用于处理器的 vLLM</translation>
    </message>
    <message>
        <source>vLLM on the processor</source>
        <translation>处理器上的 vLLM</translation>
    </message>
    <message>
        <source>{time} a page, an estimate</source>
        <translation>每页 {time}，估算</translation>
    </message>
    <message>
        <source>close other programs</source>
        <translation>请关闭其他程序</translation>
    </message>
    <message>
        <source>about {last}</source>
        <translation>约 {last}</translation>
    </message>
    <message>
        <source>about {number} to {last}</source>
        <translation>约 {number} 到 {last}</translation>
    </message>
    <message>
        <source>PyTorch {torch} is a build for the processor alone and cannot use the graphics card.</source>
        <translation>PyTorch {torch} 是仅用于处理器的版本，无法使用显卡。</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>没有这样的文件夹。</translation>
    </message>
    <message>
        <source>Its download is not finished.</source>
        <translation>下载尚未完成。</translation>
    </message>
    <message>
        <source>There is no {file} in the folder.</source>
        <translation>文件夹中没有 {file}。</translation>
    </message>
    <message>
        <source>NVIDIA graphics</source>
        <translation>NVIDIA 显卡</translation>
    </message>
    <message>
        <source>AMD graphics</source>
        <translation>AMD 显卡</translation>
    </message>
    <message>
        <source>Intel graphics</source>
        <translation>Intel 显卡</translation>
    </message>
    <message>
        <source>its driver is not installed, or not running</source>
        <translation>其驱动未安装或未运行</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver: {error}</source>
        <translation>NVIDIA 驱动：{error}</translation>
    </message>
    <message>
        <source>its installation was not finished</source>
        <translation>其安装未完成</translation>
    </message>
    <message>
        <source>the Python that it was made from is gone</source>
        <translation>创建它所用的 Python 已不存在</translation>
    </message>
    <message>
        <source>there is no such program</source>
        <translation>没有这样的程序</translation>
    </message>
    <message>
        <source>it is no program, or may not be run</source>
        <translation>它不是程序，或不允许运行</translation>
    </message>
    <message>
        <source>it does not answer within {seconds} s</source>
        <translation>{seconds} 秒内没有应答</translation>
    </message>
    <message>
        <source>it cannot be started, or is not a Python</source>
        <translation>无法启动，或者不是 Python</translation>
    </message>
    <message>
        <source>no answer within {seconds} s</source>
        <translation>{seconds} 秒内没有应答</translation>
    </message>
    <message>
        <source>{title}: {seconds} s a page</source>
        <translation>{title}：每页 {seconds} 秒</translation>
    </message>
    <message>
        <source>this engine drafts nothing here</source>
        <translation>此引擎在这里不产生草稿</translation>
    </message>
    <message>
        <source>drafts were not tried</source>
        <translation>未试用草稿</translation>
    </message>
    <message>
        <source>without drafts a page is read fastest here</source>
        <translation>在这里不用草稿识读一页最快</translation>
    </message>
    <message>
        <source>{title} differs by no more than the noise ({times}x)</source>
        <translation>{title} 的差别不超出误差（{times} 倍）</translation>
    </message>
    <message>
        <source>one page at a time: {pages} at once failed ({reason})</source>
        <translation>一次一页：同时 {pages} 页失败（{reason}）</translation>
    </message>
    <message>
        <source>more were not tried</source>
        <translation>未试更多页</translation>
    </message>
    <message>
        <source>one page at a time: {why}</source>
        <translation>一次一页：{why}</translation>
    </message>
    <message>
        <source>one page at a time: more at once bring nothing here</source>
        <translation>一次一页：同时更多页在这里没有好处</translation>
    </message>
    <message>
        <source>{pages} pages at once with {drafts}: {speed} pages/s, {times}x one at a time</source>
        <translation>同时 {pages} 页，{drafts}：{speed} 页/秒，是一次一页的 {times} 倍</translation>
    </message>
    <message>
        <source>{pages} bring no more ({speed})</source>
        <translation>{pages} 页没有更快（{speed}）</translation>
    </message>
    <message>
        <source>{pages} failed ({reason})</source>
        <translation>{pages} 页失败（{reason}）</translation>
    </message>
    <message>
        <source>{pages} not tried ({reason})</source>
        <translation>{pages} 页未试（{reason}）</translation>
    </message>
    <message>
        <source>with {title} {speed} pages/s</source>
        <translation>{title} 时为 {speed} 页/秒</translation>
    </message>
    <message>
        <source>the engine failed before</source>
        <translation>引擎此前已失败</translation>
    </message>
    <message>
        <source>it could not beat K={depth} even if its drafts cost nothing</source>
        <translation>即使草稿不花时间也胜不过 K={depth}</translation>
    </message>
    <message>
        <source>twice in a row more drafts were slower</source>
        <translation>更多草稿连续两次更慢</translation>
    </message>
    <message>
        <source>no number of drafts is faster than none</source>
        <translation>任何草稿数都不比不用草稿快</translation>
    </message>
    <message>
        <source>fewer pages at once failed already</source>
        <translation>更少的同时页数已经失败</translation>
    </message>
    <message>
        <source>{pages} at once were slower than {before}</source>
        <translation>同时 {pages} 页比 {before} 页更慢</translation>
    </message>
    <message>
        <source>{pages} at once brought no more than {before}</source>
        <translation>同时 {pages} 页并不比 {before} 页更快</translation>
    </message>
    <message>
        <source>adaptive drafts</source>
        <translation>自适应草稿</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>its driver</source>
        <translation>其驱动</translation>
    </message>
    <message>
        <source>the system</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>the engine&apos;s libraries</source>
        <translation>引擎的库</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Graphics</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Gpus</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Pythons</source>
        <translation>Python 解释器</translation>
    </message>
    <message>
        <source>none that a model could use</source>
        <translation>没有模型可用的显卡</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>{size} free for models and environments</source>
        <translation>可用于模型和环境的空间为 {size}</translation>
    </message>
    <message>
        <source>could not be looked at: {why}</source>
        <translation>无法查看：{why}</translation>
    </message>
    <message>
        <source>can be reached</source>
        <translation>可以连接</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Copyholder&apos;s own</source>
        <translation>Copyholder 自身的</translation>
    </message>
    <message>
        <source>installed by Copyholder</source>
        <translation>由 Copyholder 安装</translation>
    </message>
    <message>
        <source>named by you</source>
        <translation>由您指定</translation>
    </message>
    <message>
        <source>name another one, or none</source>
        <translation>请另指定一个，或不指定</translation>
    </message>
    <message>
        <source>cannot be used: {problem}</source>
        <translation>无法使用：{problem}</translation>
    </message>
    <message>
        <source>no model library</source>
        <translation>没有模型库</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>不在本机</translation>
    </message>
    <message>
        <source>Engines, the best first</source>
        <translation>引擎，最好的在前</translation>
    </message>
    <message>
        <source>copyholder tune, since {changed} changed after it was measured</source>
        <translation>copyholder tune，因为测量之后{changed}有变化</translation>
    </message>
    <message>
        <source>can be written</source>
        <translation>可以写入</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>give yourself the right to write there, or use --home DIR</source>
        <translation>请取得那里的写入权限，或使用 --home DIR</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>探测</translation>
    </message>
    <message>
        <source>did not answer: {answer}</source>
        <translation>没有应答：{answer}</translation>
    </message>
    <message>
        <source>install Copyholder anew</source>
        <translation>请重新安装 Copyholder</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>does not start</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>install Copyholder anew; the log says what it said</source>
        <translation>请重新安装 Copyholder；日志中有其输出</translation>
    </message>
    <message>
        <source>PySide6 is not installed</source>
        <translation>PySide6 未安装</translation>
    </message>
    <message>
        <source>Further scripts of scans</source>
        <translation>扫描件的其他文字</translation>
    </message>
    <message>
        <source>Tesseract reads {languages}</source>
        <translation>Tesseract 可识读 {languages}</translation>
    </message>
    <message>
        <source>Tesseract is not installed, or has no languages</source>
        <translation>Tesseract 未安装，或没有语言数据</translation>
    </message>
    <message>
        <source>for Arabic, Hebrew, Greek and others: pip install &quot;copyholder[ocr-scripts]&quot;</source>
        <translation>用于阿拉伯文、希伯来文、希腊文等：pip install &quot;copyholder[ocr-scripts]&quot;</translation>
    </message>
    <message>
        <source>this version has no tested libraries of {engine} for {chosen}</source>
        <translation>此版本没有经过测试的、用于 {chosen} 的 {engine} 库</translation>
    </message>
    <message>
        <source>libraries of {engine}</source>
        <translation>{engine} 的库</translation>
    </message>
    <message>
        <source>vLLM needs Linux (on Windows: WSL2)</source>
        <translation>vLLM 需要 Linux（在 Windows 上：WSL2）</translation>
    </message>
    <message>
        <source>{engine} has no libraries for {hardware}</source>
        <translation>{engine} 没有用于 {hardware} 的库</translation>
    </message>
    <message>
        <source>PyTorch has no builds for Macs with Intel processors any more</source>
        <translation>PyTorch 已不再提供用于 Intel 处理器 Mac 的版本</translation>
    </message>
    <message>
        <source>mps is for Apple processors</source>
        <translation>mps 用于 Apple 处理器</translation>
    </message>
    <message>
        <source>{engine} has no libraries for {processor} processors</source>
        <translation>{engine} 没有用于 {processor} 处理器的库</translation>
    </message>
    <message>
        <source>there is no NVIDIA GPU with a working driver</source>
        <translation>没有驱动正常的 NVIDIA GPU</translation>
    </message>
    <message>
        <source>the NVIDIA driver serves CUDA {number} only, update it for CUDA {wanted}</source>
        <translation>NVIDIA 驱动仅支持 CUDA {number}，请更新以支持 CUDA {wanted}</translation>
    </message>
    <message>
        <source>the NVIDIA GPU is newer than CUDA 12.6: install driver 580 or newer, which knows CUDA 13</source>
        <translation>此 NVIDIA GPU 比 CUDA 12.6 新：请安装 580 或更新版本的驱动，它支持 CUDA 13</translation>
    </message>
    <message>
        <source>was cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>it does not start</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>it crashed</source>
        <translation>已崩溃</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>the engine&apos;s program is of another version</source>
        <translation>引擎的程序是另一版本</translation>
    </message>
    <message>
        <source>The engine&apos;s program greets (version {version}).</source>
        <translation>引擎的程序已应答（版本 {version}）。</translation>
    </message>
    <message>
        <source>Loading the model in {model} ...</source>
        <translation>正在加载 {model} 中的模型……</translation>
    </message>
    <message>
        <source>It has read a page: {text}</source>
        <translation>已识读一页：{text}</translation>
    </message>
    <message>
        <source>an empty environment</source>
        <translation>空的环境</translation>
    </message>
    <message>
        <source>it said nothing</source>
        <translation>没有任何输出</translation>
    </message>
    <message>
        <source>it did not answer within {seconds} s</source>
        <translation>{seconds} 秒内没有应答</translation>
    </message>
    <message>
        <source>it ended with status {status} ({last})</source>
        <translation>以状态 {status} 结束（{last}）</translation>
    </message>
    <message>
        <source>nothing else is installed</source>
        <translation>没有安装其他版本</translation>
    </message>
    <message>
        <source>the machine could not be looked at: {error}</source>
        <translation>无法查看本机：{error}</translation>
    </message>
    <message>
        <source>was not started</source>
        <translation>未启动</translation>
    </message>
    <message>
        <source>ended with status {status}</source>
        <translation>以状态 {status} 结束</translation>
    </message>
    <message>
        <source>was ended by {signal}</source>
        <translation>被 {signal} 终止</translation>
    </message>
    <message>
        <source>was restarted</source>
        <translation>已重新启动</translation>
    </message>
    <message>
        <source>did not greet within {seconds} s</source>
        <translation>{seconds} 秒内没有应答</translation>
    </message>
    <message>
        <source>speaks version {version} of the protocol, this program {own}</source>
        <translation>使用协议版本 {version}，本程序为 {own}</translation>
    </message>
    <message>
        <source>the time was up</source>
        <translation>时间已到</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>other programs were busy at the beginning: measure again when the machine is quiet</source>
        <translation>开始时其他程序正忙：请在机器空闲时重新测量</translation>
    </message>
    <message>
        <source>no page was read</source>
        <translation>没有识读任何页</translation>
    </message>
    <message>
        <source>the engine takes {most} at most</source>
        <translation>引擎最多接受 {most}</translation>
    </message>
    <message>
        <source>the engine drafts nothing</source>
        <translation>引擎不产生草稿</translation>
    </message>
    <message>
        <source>waits until the engine before has ended</source>
        <translation>等待前一引擎结束</translation>
    </message>
    <message>
        <source>said nothing for {seconds} s</source>
        <translation>{seconds} 秒没有输出</translation>
    </message>
    <message>
        <source>it reads documents by their web addresses only</source>
        <translation>它只按网址识读文档</translation>
    </message>
    <message>
        <source>vLLM&apos;s worker process was ended by SIGKILL, as the system does when the memory is not enough: read fewer pages at once, or close other programs.</source>
        <translation>vLLM 的工作进程被 SIGKILL 终止，系统在内存不足时会这样做：请减少同时识读的页数，或关闭其他程序。</translation>
    </message>
    <message>
        <source>vLLM&apos;s worker process ended without a word, as it does when the memory is not enough: read fewer pages at once, or close other programs.</source>
        <translation>vLLM 的工作进程无声结束，内存不足时会如此：请减少同时识读的页数，或关闭其他程序。</translation>
    </message>
    <message>
        <source>The memory is not enough: read fewer pages at once or draft fewer tokens, or close other programs.</source>
        <translation>内存不足：请减少同时识读的页数或草稿词元数，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Only {number} of {all} GiB of graphics memory are free: close other programs that use the card.</source>
        <translation>显存仅剩 {number} GiB，共 {all} GiB：请关闭使用该显卡的其他程序。</translation>
    </message>
    <message>
        <source>The memory for one page is not enough: read fewer pages at once, or shorten the context.</source>
        <translation>内存不足以识读一页：请减少同时识读的页数，或缩短上下文。</translation>
    </message>
    <message>
        <source>The memory is not enough: read fewer pages at once, or close other programs.</source>
        <translation>内存不足：请减少同时识读的页数，或关闭其他程序。</translation>
    </message>
    <message>
        <source>There is no NVIDIA driver: install it, or choose another engine.</source>
        <translation>没有 NVIDIA 驱动：请安装，或选择其他引擎。</translation>
    </message>
    <message>
        <source>The NVIDIA driver is older than vLLM needs: update it.</source>
        <translation>NVIDIA 驱动比 vLLM 所需的旧：请更新。</translation>
    </message>
    <message>
        <source>This graphics card is not supported by the installed vLLM: choose another engine.</source>
        <translation>已安装的 vLLM 不支持此显卡：请选择其他引擎。</translation>
    </message>
    <message>
        <source>The header files of Python are missing: install python3-dev.</source>
        <translation>缺少 Python 的头文件：请安装 python3-dev。</translation>
    </message>
    <message>
        <source>There is no C compiler: install gcc and g++.</source>
        <translation>没有 C 编译器：请安装 gcc 和 g++。</translation>
    </message>
    <message>
        <source>A part of vLLM wants to compile with nvcc, which is missing: start it eagerly, or install the CUDA toolkit.</source>
        <translation>vLLM 的某一部分要用 nvcc 编译，但缺少它：请以 eager 方式启动，或安装 CUDA 工具包。</translation>
    </message>
    <message>
        <source>The model&apos;s weights are damaged: download the model again.</source>
        <translation>模型的权重已损坏：请重新下载模型。</translation>
    </message>
    <message>
        <source>The model&apos;s weights do not belong to this model ({detail}): download the model again.</source>
        <translation>模型的权重不属于此模型（{detail}）：请重新下载模型。</translation>
    </message>
    <message>
        <source>The model&apos;s weights do not have the sizes of its config.json: download the model again.</source>
        <translation>模型的权重与其 config.json 的尺寸不符：请重新下载模型。</translation>
    </message>
    <message>
        <source>Weights of the model are missing: download the model again.</source>
        <translation>缺少模型的权重：请重新下载模型。</translation>
    </message>
    <message>
        <source>The installed vLLM does not know this model: Copyholder&apos;s plugin for it is not installed there.</source>
        <translation>已安装的 vLLM 不认识此模型：那里没有安装 Copyholder 的插件。</translation>
    </message>
    <message>
        <source>A disk is full: free some space.</source>
        <translation>有磁盘已满：请腾出空间。</translation>
    </message>
    <message>
        <source>vLLM&apos;s environment lacks {detail}: install the engine again.</source>
        <translation>vLLM 的环境缺少 {detail}：请重新安装引擎。</translation>
    </message>
    <message>
        <source>The graphics card failed in a computation ({detail}).</source>
        <translation>显卡在计算中出错（{detail}）。</translation>
    </message>
    <message>
        <source>vLLM&apos;s engine process {died}.</source>
        <translation>vLLM 的引擎进程{died}。</translation>
    </message>
    <message>
        <source>vLLM says: {words}</source>
        <translation>vLLM 称：{words}</translation>
    </message>
    <message>
        <source>it cannot draft with this model; version 0.29 or newer is needed</source>
        <translation>它无法为此模型生成草稿；需要 0.29 或更新版本</translation>
    </message>
    <message>
        <source>this program was not tested with it; version 0.29 or newer is needed</source>
        <translation>本程序未与它一起测试；需要 0.29 或更新版本</translation>
    </message>
    <message>
        <source>it is reported not to run this model; install 0.32</source>
        <translation>据报告它无法运行此模型；请安装 0.32</translation>
    </message>
    <message>
        <source>vLLM for {build} is installed; this program was tested with CUDA and processors only.</source>
        <translation>已安装用于 {build} 的 vLLM；本程序只测试过 CUDA 和处理器。</translation>
    </message>
    <message>
        <source>vLLM does not run on Windows itself; start Copyholder inside WSL2 to use it.</source>
        <translation>vLLM 无法直接在 Windows 上运行；请在 WSL2 中启动 Copyholder 以使用它。</translation>
    </message>
    <message>
        <source>vLLM needs Linux with an NVIDIA card; the transformers engine runs here.</source>
        <translation>vLLM 需要带 NVIDIA 显卡的 Linux；transformers 引擎可在此运行。</translation>
    </message>
    <message>
        <source>This is WSL1, which has no graphics cards; convert it with `wsl --set-version NAME 2`.</source>
        <translation>这是没有显卡支持的 WSL1；请用 `wsl --set-version NAME 2` 转换。</translation>
    </message>
    <message>
        <source>vLLM is not installed in the engine&apos;s environment: copyholder engines install vllm.</source>
        <translation>引擎的环境中未安装 vLLM：copyholder engines install vllm。</translation>
    </message>
    <message>
        <source>vLLM {version} is installed; {why}.</source>
        <translation>已安装 vLLM {version}；{why}。</translation>
    </message>
    <message>
        <source>restart Windows after updating its NVIDIA driver</source>
        <translation>更新 NVIDIA 驱动后请重新启动 Windows</translation>
    </message>
    <message>
        <source>install or repair the driver</source>
        <translation>请安装或修复驱动</translation>
    </message>
    <message>
        <source>The NVIDIA driver does not answer ({reason}); {hint}.</source>
        <translation>NVIDIA 驱动没有应答（{reason}）；{hint}。</translation>
    </message>
    <message>
        <source>There is no NVIDIA card in this machine.</source>
        <translation>本机没有 NVIDIA 显卡。</translation>
    </message>
    <message>
        <source>The NVIDIA driver {driver} knows CUDA {number}, the installed vLLM needs {other}; update the driver.</source>
        <translation>NVIDIA 驱动 {driver} 支持 CUDA {number}，已安装的 vLLM 需要 {other}；请更新驱动。</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES={value} leaves no card to use.</source>
        <translation>CUDA_VISIBLE_DEVICES={value} 使得没有显卡可用。</translation>
    </message>
    <message>
        <source>The {name} is too old for vLLM (compute capability {has}, 7.0 needed).</source>
        <translation>{name} 对 vLLM 而言过旧（计算能力 {has}，需要 7.0）。</translation>
    </message>
    <message>
        <source>The {name} cannot compute in bfloat16 (compute capability {number}, 8.0 needed), and float16 was not tested with this model.</source>
        <translation>{name} 无法以 bfloat16 计算（计算能力 {number}，需要 8.0），而 float16 未与此模型一起测试。</translation>
    </message>
    <message>
        <source>vLLM needs a C compiler, and there is none: install gcc.</source>
        <translation>vLLM 需要 C 编译器，但没有找到：请安装 gcc。</translation>
    </message>
    <message>
        <source>vLLM needs the header files of Python, and there are none: install python3-dev.</source>
        <translation>vLLM 需要 Python 的头文件，但没有找到：请安装 python3-dev。</translation>
    </message>
    <message>
        <source>There is no model folder {model}.</source>
        <translation>没有模型文件夹 {model}。</translation>
    </message>
    <message>
        <source>the model&apos;s draft head is damaged ({lost})</source>
        <translation>模型的草稿头已损坏（{lost}）</translation>
    </message>
    <message>
        <source>vLLM&apos;s folder cannot be written: {error}.</source>
        <translation>无法写入 vLLM 的文件夹：{error}。</translation>
    </message>
    <message>
        <source>vLLM&apos;s files cannot be written: {error}.</source>
        <translation>无法写入 vLLM 的文件：{error}。</translation>
    </message>
    <message>
        <source>vLLM broke down, also with safer settings: choose another engine.</source>
        <translation>vLLM 即使用更稳妥的设置也出现故障：请选择其他引擎。</translation>
    </message>
    <message>
        <source>no picture</source>
        <translation>没有图像</translation>
    </message>
    <message>
        <source>vLLM is not started.</source>
        <translation>vLLM 未启动。</translation>
    </message>
    <message>
        <source>the engine broke down with them</source>
        <translation>引擎因它们而出现故障</translation>
    </message>
    <message>
        <source>the model has no draft head</source>
        <translation>模型没有草稿头</translation>
    </message>
    <message>
        <source>warming up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Not installed: {missing}; pip install &quot;copyholder[transformers]&quot;.</source>
        <translation>未安装：{missing}；pip install &quot;copyholder[transformers]&quot;。</translation>
    </message>
    <message>
        <source>The model is not loaded.</source>
        <translation>模型未加载。</translation>
    </message>
    <message>
        <source>There is no device {wanted}.</source>
        <translation>没有设备 {wanted}。</translation>
    </message>
    <message>
        <source>This computer, or its PyTorch, has no {wanted}.</source>
        <translation>本机或其 PyTorch 没有 {wanted}。</translation>
    </message>
    <message>
        <source>There is no number format {wanted}.</source>
        <translation>没有数值格式 {wanted}。</translation>
    </message>
    <message>
        <source>nothing answers at {address}, start the server first</source>
        <translation>{address} 没有应答，请先启动服务器</translation>
    </message>
    <message>
        <source>what answers at {address} does not speak HTTP</source>
        <translation>{address} 处应答的不是 HTTP</translation>
    </message>
    <message>
        <source>another program answers at {address}, and it has no model</source>
        <translation>{address} 处应答的是另一程序，它没有模型</translation>
    </message>
    <message>
        <source>{host} (the proxy wants a password)</source>
        <translation>{host}（代理需要密码）</translation>
    </message>
    <message>
        <source>no byte for {seconds} s</source>
        <translation>{seconds} 秒没有收到数据</translation>
    </message>
    <message>
        <source>no text for {seconds} s</source>
        <translation>{seconds} 秒没有收到文字</translation>
    </message>
    <message>
        <source>an empty answer</source>
        <translation>答复为空</translation>
    </message>
    <message>
        <source>more than {n} bytes</source>
        <translation>超过 {n} 字节</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>不是 JSON</translation>
    </message>
    <message>
        <source>a part of the answer is not JSON</source>
        <translation>答复的一部分不是 JSON</translation>
    </message>
    <message>
        <source>JSON of another kind</source>
        <translation>另一种 JSON</translation>
    </message>
    <message>
        <source>Jina Reader reads documents from an address, and this one has none</source>
        <translation>Jina Reader 按地址识读文档，而此文档没有地址</translation>
    </message>
    <message>
        <source>an answer without data</source>
        <translation>答复中没有数据</translation>
    </message>
    <message>
        <source>an empty address</source>
        <translation>地址为空</translation>
    </message>
    <message>
        <source>The proxy&apos;s address is not one like http://host:3128.</source>
        <translation>代理地址应类似 http://host:3128。</translation>
    </message>
    <message>
        <source>The option {name} is {low} to {high}, not {value}.</source>
        <translation>选项 {name} 应为 {low} 到 {high}，而不是 {value}。</translation>
    </message>
    <message>
        <source>The proxy cannot be used: {reason}.</source>
        <translation>无法使用代理：{reason}。</translation>
    </message>
    <message>
        <source>The file {file} has no certificates that can be read: choose a PEM file.</source>
        <translation>文件 {file} 中没有可读取的证书：请选择 PEM 文件。</translation>
    </message>
    <message>
        <source>starting workers</source>
        <translation>正在启动工作进程</translation>
    </message>
    <message>
        <source>no worker became ready</source>
        <translation>没有工作进程就绪</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>not permitted</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>not a document</source>
        <translation>不是文档</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>no pages</source>
        <translation>没有页面</translation>
    </message>
    <message>
        <source>password needed</source>
        <translation>需要密码</translation>
    </message>
    <message>
        <source>password wrong</source>
        <translation>密码错误</translation>
    </message>
    <message>
        <source>file changed</source>
        <translation>文件已更改</translation>
    </message>
    <message>
        <source>no such page</source>
        <translation>没有该页</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>不受支持</translation>
    </message>
    <message>
        <source>time limit</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>disk full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>已崩溃</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>shutting down</source>
        <translation>正在关闭</translation>
    </message>
    <message>
        <source>engine unavailable</source>
        <translation>没有可用引擎</translation>
    </message>
    <message>
        <source>engine failed</source>
        <translation>引擎失败</translation>
    </message>
    <message>
        <source>prompt too long</source>
        <translation>提示词过长</translation>
    </message>
    <message>
        <source>key missing</source>
        <translation>缺少密钥</translation>
    </message>
    <message>
        <source>key rejected</source>
        <translation>密钥被拒绝</translation>
    </message>
    <message>
        <source>out of credits</source>
        <translation>额度已用完</translation>
    </message>
    <message>
        <source>forbidden</source>
        <translation>被禁止</translation>
    </message>
    <message>
        <source>no such service</source>
        <translation>没有该服务</translation>
    </message>
    <message>
        <source>request refused</source>
        <translation>请求被拒绝</translation>
    </message>
    <message>
        <source>picture too large</source>
        <translation>图像过大</translation>
    </message>
    <message>
        <source>rate limited</source>
        <translation>请求过多</translation>
    </message>
    <message>
        <source>service starting</source>
        <translation>服务正在启动</translation>
    </message>
    <message>
        <source>service failed</source>
        <translation>服务失败</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>bad answer</source>
        <translation>回答无法使用</translation>
    </message>
    <message>
        <source>address refused</source>
        <translation>地址被拒绝</translation>
    </message>
    <message>
        <source>source refused</source>
        <translation>来源被拒绝</translation>
    </message>
    <message>
        <source>cost limit</source>
        <translation>费用上限</translation>
    </message>
    <message>
        <source>bad message</source>
        <translation>消息无法理解</translation>
    </message>
    <message>
        <source>internal</source>
        <translation>内部错误</translation>
    </message>
    <message>
        <source>{engine} reads instead</source>
        <translation>改由 {engine} 识读</translation>
    </message>
    <message>
        <source>{engine} needs an NVIDIA graphics card.</source>
        <translation>{engine} 需要 NVIDIA 显卡。</translation>
    </message>
    <message>
        <source>{engine} needs an NVIDIA graphics card; {name} is none.</source>
        <translation>{engine} 需要 NVIDIA 显卡；{name} 不是。</translation>
    </message>
    <message>
        <source>{gpu}: its driver is not installed, or not running.</source>
        <translation>{gpu}：其驱动未安装或未运行。</translation>
    </message>
    <message>
        <source>{gpu}: {size} of graphics memory are needed, {other} of {total} are free.</source>
        <translation>{gpu}：需要 {size} 显存，可用 {other}，共 {total}。</translation>
    </message>
    <message>
        <source>{gpu}: {size} of graphics memory are needed, it has {total}.</source>
        <translation>{gpu}：需要 {size} 显存，它有 {total}。</translation>
    </message>
    <message>
        <source>copyholder models download (it shows the licence and asks)</source>
        <translation>copyholder models download（会显示许可证并询问）</translation>
    </message>
    <message>
        <source>copyholder models download goes on where it stopped</source>
        <translation>copyholder models download 会从中断处接着下载</translation>
    </message>
    <message>
        <source>Transformers {release} does not fit; {lowest} or newer, below {end}, is needed.</source>
        <translation>Transformers {release} 不适用；需要 {lowest} 或更新版本，低于 {end}。</translation>
    </message>
    <message>
        <source>{size} of memory are needed, {free} of {total} are free.</source>
        <translation>需要 {size} 内存，可用 {free}，共 {total}。</translation>
    </message>
    <message>
        <source>PyTorch {release}, built for CUDA {cuda}, needs a newer NVIDIA driver: {driver} knows CUDA {number}.</source>
        <translation>为 CUDA {cuda} 构建的 PyTorch {release} 需要更新的 NVIDIA 驱动：{driver} 支持 CUDA {number}。</translation>
    </message>
    <message>
        <source>PyTorch {release}, built for CUDA {cuda}, has no code any more for this card (compute capability {number}).</source>
        <translation>为 CUDA {cuda} 构建的 PyTorch {release} 已不含此显卡的代码（计算能力 {number}）。</translation>
    </message>
    <message>
        <source>PyTorch {release}, built for CUDA {cuda}, has no code yet for this card (compute capability {number}).</source>
        <translation>为 CUDA {cuda} 构建的 PyTorch {release} 尚不含此显卡的代码（计算能力 {number}）。</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 个核心</translation>
    </message>
    <message>
        <source>1 core ({features})</source>
        <translation>1 个核心（{features}）</translation>
    </message>
    <message>
        <source>{n} cores</source>
        <translation>{n} 个核心</translation>
    </message>
    <message>
        <source>{n} cores ({features})</source>
        <translation>{n} 个核心（{features}）</translation>
    </message>
    <message>
        <source>{name}, 1 core ({features})</source>
        <translation>{name}，1 个核心（{features}）</translation>
    </message>
    <message>
        <source>{name}, {n} cores ({features})</source>
        <translation>{name}，{n} 个核心（{features}）</translation>
    </message>
    <message>
        <source>{release}: {libraries}</source>
        <translation>{release}：{libraries}</translation>
    </message>
    <message>
        <source>vLLM for processors {release}</source>
        <translation>用于处理器的 vLLM {release}</translation>
    </message>
    <message>
        <source>{size} free</source>
        <translation>可用 {size}</translation>
    </message>
    <message>
        <source>compute capability {number}</source>
        <translation>计算能力 {number}</translation>
    </message>
    <message>
        <source>driver {driver} (CUDA {number})</source>
        <translation>驱动 {driver}（CUDA {number}）</translation>
    </message>
    <message>
        <source>driver {driver}</source>
        <translation>驱动 {driver}</translation>
    </message>
    <message>
        <source>{library} for CUDA {cuda}</source>
        <translation>用于 CUDA {cuda} 的 {library}</translation>
    </message>
    <message>
        <source>{library} for ROCm {release}</source>
        <translation>用于 ROCm {release} 的 {library}</translation>
    </message>
    <message>
        <source>{problem} {size} are here, revision {revision}</source>
        <translation>{problem} 已有 {size}，修订版 {revision}</translation>
    </message>
    <message>
        <source>{problem} {size} are here</source>
        <translation>{problem} 已有 {size}</translation>
    </message>
    <message>
        <source>complete, with draft head, {size}</source>
        <translation>完整，含草稿头，{size}</translation>
    </message>
    <message>
        <source>complete, with draft head, {size}, revision {revision}</source>
        <translation>完整，含草稿头，{size}，修订版 {revision}</translation>
    </message>
    <message>
        <source>complete, without draft head, {size}</source>
        <translation>完整，不含草稿头，{size}</translation>
    </message>
    <message>
        <source>complete, without draft head, {size}, revision {revision}</source>
        <translation>完整，不含草稿头，{size}，修订版 {revision}</translation>
    </message>
    <message>
        <source>{title}: {gain}x as fast as without drafts</source>
        <translation>{title}：速度是不用草稿的 {gain} 倍</translation>
    </message>
    <message>
        <source>{title}: {gain}x as fast as without drafts ({share} of the drafts are right)</source>
        <translation>{title}：速度是不用草稿的 {gain} 倍（草稿正确率 {share}）</translation>
    </message>
    <message>
        <source>{title} is slower than none ({times}x)</source>
        <translation>{title} 比不用草稿慢（{times} 倍）</translation>
    </message>
    <message>
        <source>{title} is slower than none ({times}x: a step takes {step} times as long and brings {tokens} tokens)</source>
        <translation>{title} 比不用草稿慢（{times} 倍：每步耗时为 {step} 倍，产出 {tokens} 个词元）</translation>
    </message>
    <message>
        <source>{title} gains less ({times}x)</source>
        <translation>{title} 收益较小（{times} 倍）</translation>
    </message>
    <message>
        <source>{title} gains less ({times}x: a step takes {step} times as long and brings {tokens} tokens)</source>
        <translation>{title} 收益较小（{times} 倍：每步耗时为 {step} 倍，产出 {tokens} 个词元）</translation>
    </message>
    <message>
        <source>{title}, {n} pages at once</source>
        <translation>{title}，同时 {n} 页</translation>
    </message>
    <message>
        <source>{n} minutes</source>
        <translation>{n} 分钟</translation>
    </message>
    <message>
        <source>{n} of pages of a document</source>
        <translation>某文档的 {n} 页</translation>
    </message>
    <message>
        <source>{n} of the sample pages</source>
        <translation>{n} 张示例页</translation>
    </message>
    <message>
        <source>{host} needs a key</source>
        <translation>{host} 需要密钥</translation>
    </message>
    <message>
        <source>libraries</source>
        <translation>库</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>compiling</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>图</translation>
    </message>
    <message>
        <source>library</source>
        <translation>文库</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>starts</source>
        <translation>可以启动</translation>
    </message>
    <message>
        <source>it did not start</source>
        <translation>它没有启动</translation>
    </message>
    <message>
        <source>{address} (most addresses end in /v1)</source>
        <translation>{address}（多数地址以 /v1 结尾）</translation>
    </message>
    <message>
        <source>{address} (it points to {target})</source>
        <translation>{address}（它指向 {target}）</translation>
    </message>
    <message>
        <source>{engine} cannot be used: {host} needs a key.</source>
        <translation>无法使用 {engine}：{host} 需要密钥。</translation>
    </message>
    <message>
        <source>stands in where the chosen engine does not start</source>
        <translation>在所选引擎无法启动时代替</translation>
    </message>
    <message>
        <source>the connection to {host} is not encrypted</source>
        <translation>与 {host} 的连接未加密</translation>
    </message>
    <message>
        <source>the value of {names}</source>
        <translation>{names} 的值</translation>
    </message>
    <message>
        <source> and of </source>
        <translation> 和 </translation>
    </message>
    <message>
        <source>what stands at {place}</source>
        <translation>{place} 处的内容</translation>
    </message>
    <message>
        <source>its end</source>
        <translation>其结尾</translation>
    </message>
    <message>
        <source>{what} {n} of {all}</source>
        <translation>{what} {n}/{all}</translation>
    </message>
    <message>
        <source>{size} of memory are needed, {other} are free.</source>
        <translation>需要 {size} 内存，可用 {other}。</translation>
    </message>
    <message>
        <source>could not be started ({reason})</source>
        <translation>无法启动（{reason}）</translation>
    </message>
    <message>
        <source>was ended by signal {n}</source>
        <translation>被信号 {n} 终止</translation>
    </message>
    <message>
        <source>Something unexpected happened in Copyholder: {error}</source>
        <translation>Copyholder 发生意外：{error}</translation>
    </message>
    <message>
        <source>vLLM stopped working, and its log does not say why.</source>
        <translation>vLLM 停止工作，其日志未说明原因。</translation>
    </message>
    <message>
        <source>vLLM could not be started, and its log does not say why.</source>
        <translation>vLLM 无法启动，其日志未说明原因。</translation>
    </message>
    <message>
        <source>vLLM&apos;s worker process {how}.</source>
        <translation>vLLM 的工作进程{how}。</translation>
    </message>
    <message>
        <source>{number} GB of memory are needed, {free} GB of {total} GB are free.</source>
        <translation>需要 {number} GB 内存，可用 {free} GB，共 {total} GB。</translation>
    </message>
    <message>
        <source>{number} GB of graphics memory are needed, {free} GB of {total} GB are free.</source>
        <translation>需要 {number} GB 显存，可用 {free} GB，共 {total} GB。</translation>
    </message>
    <message>
        <source>The service is starting</source>
        <translation>服务正在启动</translation>
    </message>
    <message>
        <source>The service asks for a pause</source>
        <translation>服务要求暂停</translation>
    </message>
    <message>
        <source>The service cannot be reached</source>
        <translation>无法连接服务</translation>
    </message>
    <message>
        <source>The service failed</source>
        <translation>服务出错</translation>
    </message>
    <message>
        <source>{what}: next try in {seconds} s</source>
        <translation>{what}：{seconds} 秒后重试</translation>
    </message>
    <message>
        <source>The text has changed in the meantime; cancel, and open this again.</source>
        <translation>文字在此期间已更改；请取消后重新打开。</translation>
    </message>
    <message>
        <source>Pages are read by: {engine}. Why: {reason}.</source>
        <translation>识读引擎：{engine}。原因：{reason}。</translation>
    </message>
    <message>
        <source>Pages are read by: {engine}.</source>
        <translation>识读引擎：{engine}。</translation>
    </message>
    <message>
        <source>Nothing was fetched, because Copyholder is set to work offline: allow the network in the settings.</source>
        <translation>未下载任何内容，因为 Copyholder 设为离线工作：请在设置中允许联网。</translation>
    </message>
    <message>
        <source>Measure…</source>
        <translation>测量…</translation>
    </message>
    <message>
        <source>This counts from the next start of Copyholder.</source>
        <translation>下次启动 Copyholder 时生效。</translation>
    </message>
    <message>
        <source>Nothing was sent to {host}, as you said.</source>
        <translation>按您的要求，未向 {host} 发送任何内容。</translation>
    </message>
    <message>
        <source>A page</source>
        <translation>某一页</translation>
    </message>
    <message>
        <source>{n:,} page could not be read.</source>
        <translation>{n:,} 页无法识读。</translation>
    </message>
    <message>
        <source>{n:,} pages could not be read.</source>
        <translation>{n:,} 页无法识读。</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>比较…</translation>
    </message>
    <message>
        <source>{engine} reads {pages} again: {done:,} of {total:,} done.</source>
        <translation>{engine} 正在重新识读 {pages}：已完成 {done:,}/{total:,}。</translation>
    </message>
    <message>
        <source>{engine} reads {pages} again: it is being started ({detail}).</source>
        <translation>{engine} 将重新识读 {pages}：正在启动（{detail}）。</translation>
    </message>
    <message>
        <source>{engine} reads {pages} again: it is being started.</source>
        <translation>{engine} 将重新识读 {pages}：正在启动。</translation>
    </message>
    <message>
        <source>{engine} has read no page.</source>
        <translation>{engine} 没有识读任何页。</translation>
    </message>
    <message>
        <source>{engine} has read {pages} again.</source>
        <translation>{engine} 已重新识读 {pages}。</translation>
    </message>
    <message>
        <source>{engine} has read {pages} of {total:,} again.</source>
        <translation>{engine} 已重新识读 {pages}（共 {total:,} 页）。</translation>
    </message>
    <message>
        <source>About Copyholder</source>
        <translation>关于 Copyholder</translation>
    </message>
    <message>
        <source>Turns PDFs and page pictures into Markdown that you can check against the page.</source>
        <translation>把 PDF 和页面图像转换为可与原页对照校对的 Markdown。</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Parts and their licences</source>
        <translation>组成部分及其许可证</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>许可证全文</translation>
    </message>
    <message>
        <source>Open URL</source>
        <translation>打开网址</translation>
    </message>
    <message>
        <source>&amp;Address of a PDF or picture on the web:</source>
        <translation>网上 PDF 或图片的地址(&amp;A)：</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>The file is downloaded into Copyholder&apos;s own folder and shown beside its text.</source>
        <translation>文件会下载到 Copyholder 自己的文件夹，并与文字并排显示。</translation>
    </message>
    <message>
        <source>Spending cap</source>
        <translation>费用上限</translation>
    </message>
    <message>
        <source>US dollars that this run may &amp;cost at most:</source>
        <translation>本次运行最多可花费的美元数(&amp;C)：</translation>
    </message>
    <message>
        <source>Spending cap in US dollars</source>
        <translation>以美元计的费用上限</translation>
    </message>
    <message>
        <source>no cap</source>
        <translation>不设上限</translation>
    </message>
    <message>
        <source>Spent so far: about {dollars}, estimated from the tokens. The cap holds until Copyholder is closed; the one for every run is in the settings.</source>
        <translation>目前已花费：约 {dollars}，按词元估算。此上限在关闭 Copyholder 前有效；每次运行的上限在设置中。</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>not usable</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Looking at this machine</source>
        <translation>正在查看本机</translation>
    </message>
    <message>
        <source>What is there and what is missing</source>
        <translation>已有的和缺少的</translation>
    </message>
    <message>
        <source>Look &amp;again</source>
        <translation>重新查看(&amp;A)</translation>
    </message>
    <message>
        <source>Copy &amp;report</source>
        <translation>复制报告(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Models and engines…</source>
        <translation>模型和引擎(&amp;M)…</translation>
    </message>
    <message>
        <source>C&amp;hoose engine…</source>
        <translation>选择引擎(&amp;H)…</translation>
    </message>
    <message>
        <source>Report &amp;copied</source>
        <translation>报告已复制(&amp;C)</translation>
    </message>
    <message>
        <source>Install {engine}…</source>
        <translation>安装 {engine}…</translation>
    </message>
    <message>
        <source>Download model…</source>
        <translation>下载模型…</translation>
    </message>
    <message>
        <source>Measure speed…</source>
        <translation>测量速度…</translation>
    </message>
    <message>
        <source>Enter key…</source>
        <translation>输入密钥…</translation>
    </message>
    <message>
        <source>&amp;Built-in reader</source>
        <translation>内置识读器(&amp;B)</translation>
    </message>
    <message>
        <source>Text layers and scans. Nothing to set up, nothing leaves this computer.</source>
        <translation>文本层和扫描件。无需设置，任何内容都不会离开本机。</translation>
    </message>
    <message>
        <source>&amp;vLLM</source>
        <translation>vLLM(&amp;V)</translation>
    </message>
    <message>
        <source>The model jina-ocr-v1, many pages at once. For a graphics card on Linux or WSL2.</source>
        <translation>jina-ocr-v1 模型，同时识读多页。适用于 Linux 或 WSL2 上的显卡。</translation>
    </message>
    <message>
        <source>&amp;Transformers</source>
        <translation>Transformers(&amp;T)</translation>
    </message>
    <message>
        <source>The model jina-ocr-v1, page by page. Slow without a graphics card.</source>
        <translation>jina-ocr-v1 模型，逐页识读。没有显卡时较慢。</translation>
    </message>
    <message>
        <source>&amp;Jina API</source>
        <translation>Jina API(&amp;J)</translation>
    </message>
    <message>
        <source>The same model at api.jina.ai: pages are sent there, about {page} each.</source>
        <translation>api.jina.ai 上的同一模型：页面会发送到那里，每页约 {page}。</translation>
    </message>
    <message>
        <source>&amp;OpenAI-compatible server</source>
        <translation>OpenAI 兼容服务器(&amp;O)</translation>
    </message>
    <message>
        <source>A server of yours (vllm serve, a cluster) or another service.</source>
        <translation>您自己的服务器（vllm serve、集群）或其他服务。</translation>
    </message>
    <message>
        <source>Jina &amp;Reader</source>
        <translation>Jina Reader(&amp;R)</translation>
    </message>
    <message>
        <source>Documents of the web, by their addresses alone: about {page_by_reader} a page.</source>
        <translation>只凭地址识读网上文档：每页约 {page_by_reader}。</translation>
    </message>
    <message>
        <source>Model folder:</source>
        <translation>模型文件夹：</translation>
    </message>
    <message>
        <source>Folder with config.json and the weights</source>
        <translation>含有 config.json 和权重的文件夹</translation>
    </message>
    <message>
        <source>Found by itself; else the python of an environment</source>
        <translation>自动查找；否则为某个环境的 python</translation>
    </message>
    <message>
        <source>&amp;Model folder:</source>
        <translation>模型文件夹(&amp;M)：</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>模型文件夹</translation>
    </message>
    <message>
        <source>P&amp;ython:</source>
        <translation>Python(&amp;Y)：</translation>
    </message>
    <message>
        <source>Python with the libraries</source>
        <translation>含有所需库的 Python</translation>
    </message>
    <message>
        <source>The weights of jina-ocr-v1 are under CC BY-NC 4.0: not for commercial use.</source>
        <translation>jina-ocr-v1 的权重采用 CC BY-NC 4.0 许可：不得用于商业用途。</translation>
    </message>
    <message>
        <source>Choose the folder of the model.</source>
        <translation>请选择模型所在的文件夹。</translation>
    </message>
    <message>
        <source>Python of an environment</source>
        <translation>某个环境的 Python</translation>
    </message>
    <message>
        <source>&amp;Key:</source>
        <translation>密钥(&amp;K)：</translation>
    </message>
    <message>
        <source>The name that the server knows it by</source>
        <translation>该服务器所用的名称</translation>
    </message>
    <message>
        <source>Only if the server asks for one</source>
        <translation>仅在服务器要求时填写</translation>
    </message>
    <message>
        <source>&amp;Address:</source>
        <translation>地址(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Model:</source>
        <translation>模型(&amp;M)：</translation>
    </message>
    <message>
        <source>Pro&amp;file:</source>
        <translation>配置(&amp;F)：</translation>
    </message>
    <message>
        <source>Name the model that the server is to be asked for.</source>
        <translation>请写明要向该服务器请求的模型。</translation>
    </message>
    <message>
        <source>As the model was trained</source>
        <translation>按模型训练时的方式</translation>
    </message>
    <message>
        <source>Formulas and HTML tables</source>
        <translation>公式和 HTML 表格</translation>
    </message>
    <message>
        <source>My own words</source>
        <translation>我自己的话</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Prompt in your own words</source>
        <translation>用自己的话写提示词</translation>
    </message>
    <message>
        <source>Convert the page to Markdown …</source>
        <translation>把本页转换为 Markdown……</translation>
    </message>
    <message>
        <source>&amp;Prompt:</source>
        <translation>提示词(&amp;P)：</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose: {name}</source>
        <translation>选择：{name}</translation>
    </message>
    <message>
        <source>Markdown (.md)</source>
        <translation>Markdown (.md)</translation>
    </message>
    <message>
        <source>Web page, one file (.html)</source>
        <translation>单文件网页 (.html)</translation>
    </message>
    <message>
        <source>Word (.docx)</source>
        <translation>Word (.docx)</translation>
    </message>
    <message>
        <source>OpenDocument text (.odt)</source>
        <translation>OpenDocument 文本 (.odt)</translation>
    </message>
    <message>
        <source>E-book (.epub)</source>
        <translation>电子书 (.epub)</translation>
    </message>
    <message>
        <source>LaTeX (.tex)</source>
        <translation>LaTeX (.tex)</translation>
    </message>
    <message>
        <source>Tables, one workbook (.xlsx)</source>
        <translation>表格，单个工作簿 (.xlsx)</translation>
    </message>
    <message>
        <source>Tables, one file each (.csv)</source>
        <translation>表格，每表一个文件 (.csv)</translation>
    </message>
    <message>
        <source>For programs (.json)</source>
        <translation>供程序使用 (.json)</translation>
    </message>
    <message>
        <source>The original, made searchable (.pdf)</source>
        <translation>原件，可搜索 (.pdf)</translation>
    </message>
    <message>
        <source>Words with their places, web page (.hocr)</source>
        <translation>词语及其位置，网页 (.hocr)</translation>
    </message>
    <message>
        <source>Words with their places, ALTO (.xml, one file a page)</source>
        <translation>词语及其位置，ALTO（.xml，每页一个文件）</translation>
    </message>
    <message>
        <source>Words with their places, PAGE (.xml, one file a page)</source>
        <translation>词语及其位置，PAGE（.xml，每页一个文件）</translation>
    </message>
    <message>
        <source>Markdown, web page, JSON and tables in one file (.zip)</source>
        <translation>Markdown、网页、JSON 和表格合为一个文件 (.zip)</translation>
    </message>
    <message>
        <source>All {n:,} documents</source>
        <translation>全部 {n:,} 个文档</translation>
    </message>
    <message>
        <source>&amp;Mark where each page begins</source>
        <translation>标出每页的起始处(&amp;M)</translation>
    </message>
    <message>
        <source>Page &amp;pictures beside the text</source>
        <translation>文字旁附页面图像(&amp;P)</translation>
    </message>
    <message>
        <source>The engine&apos;s te&amp;xt, without what was edited</source>
        <translation>引擎的文字，不含编辑(&amp;X)</translation>
    </message>
    <message>
        <source>Written beside the edited text, under a name of its own</source>
        <translation>写在编辑后的文字旁，使用单独的名称</translation>
    </message>
    <message>
        <source>beside each document</source>
        <translation>在各文档旁边</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Show what this changes…</source>
        <translation>查看其效果(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>内容(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;As</source>
        <translation>格式(&amp;A)</translation>
    </message>
    <message>
        <source>Fig&amp;ures</source>
        <translation>插图(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Into</source>
        <translation>位置(&amp;I)</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Export into</source>
        <translation>导出到</translation>
    </message>
    <message>
        <source>There is no folder “{folder}”: choose one that exists.</source>
        <translation>没有文件夹“{folder}”：请选择已有的文件夹。</translation>
    </message>
    <message>
        <source>Drop running &amp;heads, feet and page numbers</source>
        <translation>去掉页眉、页脚和页码(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Join what a page break cut in two</source>
        <translation>接合被分页断开的内容(&amp;J)</translation>
    </message>
    <message>
        <source>Join &amp;tables that go on over a page break</source>
        <translation>接合跨页的表格(&amp;T)</translation>
    </message>
    <message>
        <source>Heading &amp;levels as the outline and the numbers say</source>
        <translation>按大纲和编号确定标题级别(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Number footnotes through the document</source>
        <translation>全文档统一编排脚注号(&amp;N)</translation>
    </message>
    <message>
        <source>List of contents in &amp;front</source>
        <translation>在前面加目录(&amp;F)</translation>
    </message>
    <message>
        <source>HTML where cells span several</source>
        <translation>单元格跨行列时用 HTML</translation>
    </message>
    <message>
        <source>always HTML</source>
        <translation>始终用 HTML</translation>
    </message>
    <message>
        <source>never HTML</source>
        <translation>不用 HTML</translation>
    </message>
    <message>
        <source>in files, linked to</source>
        <translation>存为文件并链接</translation>
    </message>
    <message>
        <source>in the Markdown itself</source>
        <translation>放在 Markdown 中</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>不包含</translation>
    </message>
    <message>
        <source>From pages to a document</source>
        <translation>从页面到文档</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Title, author, source and date in front (&amp;YAML)</source>
        <translation>前面加标题、作者、来源和日期 (&amp;YAML)</translation>
    </message>
    <message>
        <source>&amp;One file for each page, in a folder</source>
        <translation>每页一个文件，放在文件夹中(&amp;O)</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> 个字符</translation>
    </message>
    <message>
        <source>Fo&amp;rmulas</source>
        <translation>公式(&amp;R)</translation>
    </message>
    <message>
        <source>Ta&amp;bles</source>
        <translation>表格(&amp;B)</translation>
    </message>
    <message>
        <source>Lines of para&amp;graphs</source>
        <translation>段落换行(&amp;G)</translation>
    </message>
    <message>
        <source>Install the engine {engine}</source>
        <translation>安装引擎 {engine}</translation>
    </message>
    <message>
        <source>{engine} for {hardware} takes about {size} in Copyholder&apos;s data folder, in a Python of its own. Nothing else on this computer is changed, and it can be removed at any time.</source>
        <translation>用于 {hardware} 的 {engine} 约占 Copyholder 数据文件夹 {size}，使用单独的 Python。不会更改本机上的其他任何内容，并可随时移除。</translation>
    </message>
    <message>
        <source>Progress of the installation</source>
        <translation>安装进度</translation>
    </message>
    <message>
        <source>Log of the installation</source>
        <translation>安装日志</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>安装(&amp;I)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Step {number} of {of}: {title}</source>
        <translation>第 {number} 步，共 {of} 步：{title}</translation>
    </message>
    <message>
        <source>The engine {engine} is installed and works ({about}).</source>
        <translation>引擎 {engine} 已安装，工作正常（{about}）。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancelled: nothing was installed, and what was there before is as it was.</source>
        <translation>已取消：未安装任何内容，原有内容保持不变。</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Key of a service</source>
        <translation>服务的密钥</translation>
    </message>
    <message>
        <source>&amp;Key for {host}:</source>
        <translation>{host} 的密钥(&amp;K)：</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;{address}&quot;&gt;Get a key at jina.ai&lt;/a&gt; (a new one has free tokens)</source>
        <translation>&lt;a href=&quot;{address}&quot;&gt;在 jina.ai 获取密钥&lt;/a&gt;（新密钥附有免费词元）</translation>
    </message>
    <message>
        <source>Get a key at jina.ai</source>
        <translation>在 jina.ai 获取密钥</translation>
    </message>
    <message>
        <source>Paste the key here</source>
        <translation>在此粘贴密钥</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>There is no keychain on this computer that could keep the key.</source>
        <translation>本机没有可保存密钥的钥匙串。</translation>
    </message>
    <message>
        <source>Use it until Copyholder is &amp;closed</source>
        <translation>仅用到关闭 Copyholder 为止(&amp;C)</translation>
    </message>
    <message>
        <source>Keep it &amp;unencrypted in a file that only you can read</source>
        <translation>不加密保存在只有您能读取的文件中(&amp;U)</translation>
    </message>
    <message>
        <source>Taken from {variable}</source>
        <translation>取自 {variable}</translation>
    </message>
    <message>
        <source>Kept in the keychain; type here to replace it</source>
        <translation>已存入钥匙串；在此输入可替换</translation>
    </message>
    <message>
        <source>Kept in a private file; type here to replace it</source>
        <translation>已存入私有文件；在此输入可替换</translation>
    </message>
    <message>
        <source>Models and local engines</source>
        <translation>模型和本机引擎</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订版</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Local engines</source>
        <translation>本机引擎</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>&amp;Fetch…</source>
        <translation>下载(&amp;F)…</translation>
    </message>
    <message>
        <source>Another &amp;revision…</source>
        <translation>其他修订版(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>使用(&amp;U)</translation>
    </message>
    <message>
        <source>A folder I &amp;have…</source>
        <translation>我已有的文件夹(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>校验(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Install…</source>
        <translation>安装(&amp;I)…</translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation>移除(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Fetch the rest…</source>
        <translation>下载其余部分(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Install anew…</source>
        <translation>重新安装(&amp;I)…</translation>
    </message>
    <message>
        <source>Another revision</source>
        <translation>其他修订版</translation>
    </message>
    <message>
        <source>Revision of {name} (its commit, {n} characters).
Copyholder was tested with {revision}; others stand beside it.</source>
        <translation>{name} 的修订版（其提交号，{n} 个字符）。
Copyholder 用 {revision} 测试过；其他修订版会与它并存。</translation>
    </message>
    <message>
        <source>A revision is {n} digits and letters a to f: copy it from the model&apos;s page.</source>
        <translation>修订版由 {n} 个数字和字母 a 至 f 组成：请从模型页面复制。</translation>
    </message>
    <message>
        <source>A folder with the model</source>
        <translation>含有模型的文件夹</translation>
    </message>
    <message>
        <source>Looking into {folder}…</source>
        <translation>正在查看 {folder}…</translation>
    </message>
    <message>
        <source>It can be used: {size} of weights, with draft weights{sums}.</source>
        <translation>可以使用：权重 {size}，含草稿权重{sums}。</translation>
    </message>
    <message>
        <source>It can be used: {size} of weights, without draft weights{sums}.</source>
        <translation>可以使用：权重 {size}，不含草稿权重{sums}。</translation>
    </message>
    <message>
        <source>; {n} checksums are right</source>
        <translation>；{n} 个校验和正确</translation>
    </message>
    <message>
        <source>Delete {name} {revision} ({size})?</source>
        <translation>删除 {name} {revision}（{size}）吗？</translation>
    </message>
    <message>
        <source>It can be fetched again.</source>
        <translation>以后可以重新下载。</translation>
    </message>
    <message>
        <source>{name} {revision} is deleted.</source>
        <translation>{name} {revision} 已删除。</translation>
    </message>
    <message>
        <source>Delete the libraries of {engine}?</source>
        <translation>删除 {engine} 的库吗？</translation>
    </message>
    <message>
        <source>The model stays; the libraries can be installed again.</source>
        <translation>模型会保留；库以后可以重新安装。</translation>
    </message>
    <message>
        <source>The libraries of {engine} are deleted.</source>
        <translation>{engine} 的库已删除。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>It was not deleted: {error}.</source>
        <translation>未删除：{error}。</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>您自己的</translation>
    </message>
    <message>
        <source>half fetched</source>
        <translation>下载了一部分</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>{state}, in use</source>
        <translation>{state}，使用中</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Apple graphics</source>
        <translation>Apple 显卡</translation>
    </message>
    <message>
        <source>installed on {date}</source>
        <translation>安装于 {date}</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>未安装</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>约 {size}</translation>
    </message>
    <message>
        <source>not for this computer</source>
        <translation>不适用于本机</translation>
    </message>
    <message>
        <source>Get the model {name}</source>
        <translation>获取模型 {name}</translation>
    </message>
    <message>
        <source>Asking the hub…</source>
        <translation>正在询问模型站点…</translation>
    </message>
    <message>
        <source>{files} files, {size}</source>
        <translation>{files} 个文件，{size}</translation>
    </message>
    <message>
        <source>{file} came damaged and is fetched once more.</source>
        <translation>{file} 下载时损坏，正在重新下载。</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>继续(&amp;C)</translation>
    </message>
    <message>
        <source>Paused. What was fetched stays here.</source>
        <translation>已暂停。已下载的内容会保留在这里。</translation>
    </message>
    <message>
        <source>The model is here ({size}), its checksums are right.</source>
        <translation>模型已就绪（{size}），校验和正确。</translation>
    </message>
    <message>
        <source>{name} comes from its vendor&apos;s page ({size}). Read its licence first.</source>
        <translation>{name} 来自供应商的页面（{size}）。请先阅读其许可证。</translation>
    </message>
    <message>
        <source>You use Copyholder commercially, which {licence} does not allow: ask the vendor, as below.</source>
        <translation>您将 Copyholder 用于商业用途，而 {licence} 不允许：请按下文询问供应商。</translation>
    </message>
    <message>
        <source>Licence of {name}</source>
        <translation>{name} 的许可证</translation>
    </message>
    <message>
        <source>I have &amp;read this and accept {licence}</source>
        <translation>我已阅读并接受 {licence}(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Fetch the model</source>
        <translation>下载模型(&amp;F)</translation>
    </message>
    <message>
        <source>Progress of the download</source>
        <translation>下载进度</translation>
    </message>
    <message>
        <source>Checking {file}</source>
        <translation>正在校验 {file}</translation>
    </message>
    <message>
        <source>Fetching {file}</source>
        <translation>正在下载 {file}</translation>
    </message>
    <message>
        <source>{done} of {whole}</source>
        <translation>{done}/{whole}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
    <message>
        <source>Go to page</source>
        <translation>转到页</translation>
    </message>
    <message>
        <source>&amp;Page (1 to {pages:,})</source>
        <translation>页码（1 到 {pages:,}）(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Page (1 to {pages:,}, or as printed)</source>
        <translation>页码（1 到 {pages:,}，或印刷页码）(&amp;P)</translation>
    </message>
    <message>
        <source>There is no such page.</source>
        <translation>没有这样的页。</translation>
    </message>
    <message>
        <source>{label} is printed on page {page:,}: type /{label} for it</source>
        <translation>第 {page:,} 页上印着 {label}：输入 /{label} 可转到该页</translation>
    </message>
    <message>
        <source>Read pages</source>
        <translation>识读页面</translation>
    </message>
    <message>
        <source>Read pages &amp;again that were read already</source>
        <translation>已识读过的页也重新识读(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Pages (1 to {pages:,})</source>
        <translation>页码（1 到 {pages:,}）(&amp;P)</translation>
    </message>
    <message>
        <source>The document</source>
        <translation>该文档</translation>
    </message>
    <message>
        <source>open a document first</source>
        <translation>请先打开文档</translation>
    </message>
    <message>
        <source>this is the first page</source>
        <translation>这是第一页</translation>
    </message>
    <message>
        <source>this is the last page</source>
        <translation>这是最后一页</translation>
    </message>
    <message>
        <source>the page has no text yet</source>
        <translation>本页还没有文字</translation>
    </message>
    <message>
        <source>the page has not been edited</source>
        <translation>本页未经编辑</translation>
    </message>
    <message>
        <source>no page has failed</source>
        <translation>没有失败的页</translation>
    </message>
    <message>
        <source>nothing is being read</source>
        <translation>没有正在识读的内容</translation>
    </message>
    <message>
        <source>no service is chosen</source>
        <translation>没有选择服务</translation>
    </message>
    <message>
        <source>no other document</source>
        <translation>没有其他文档</translation>
    </message>
    <message>
        <source>no page of it is split</source>
        <translation>其中没有拆分的页面</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>现在无法执行</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>您想做什么？</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>No command fits.</source>
        <translation>没有匹配的命令。</translation>
    </message>
    <message>
        <source>“{command}” cannot be done now: {why}.</source>
        <translation>现在无法执行“{command}”：{why}。</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>“{title}” is locked. Its &amp;password:</source>
        <translation>“{title}”已加密。请输入其密码(&amp;P)：</translation>
    </message>
    <message>
        <source>It is used for this document only and never stored.</source>
        <translation>密码只用于此文档，不会保存。</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>正在尝试…</translation>
    </message>
    <message>
        <source>By the model&apos;s name</source>
        <translation>按模型名称</translation>
    </message>
    <message>
        <source>Own profiles are TOML files in the folder “profiles” beside the settings.</source>
        <translation>自己的配置是设置旁“profiles”文件夹中的 TOML 文件。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open the folder of your own profiles</source>
        <translation>打开您自己的配置所在的文件夹</translation>
    </message>
    <message>
        <source>{name} (your own)</source>
        <translation>{name}（您自己的）</translation>
    </message>
    <message>
        <source>There is no profile “{profile}” any more: choose another one.</source>
        <translation>配置“{profile}”已不存在：请另选一个。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made: {why}.</source>
        <translation>无法创建文件夹 {folder}：{why}。</translation>
    </message>
    <message>
        <source>Words to find in everything you have read</source>
        <translation>要在所有已识读内容中查找的词</translation>
    </message>
    <message>
        <source>Words to find</source>
        <translation>要查找的词</translation>
    </message>
    <message>
        <source>The best {pages}; more words find fewer</source>
        <translation>最匹配的 {pages}；词越多，结果越少</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Dropped: heads, feet, page numbers</source>
        <translation>去掉：页眉、页脚、页码</translation>
    </message>
    <message>
        <source>Joined over a page break</source>
        <translation>跨页接合</translation>
    </message>
    <message>
        <source>Table joined over a page break</source>
        <translation>表格跨页接合</translation>
    </message>
    <message>
        <source>Level of a heading</source>
        <translation>标题级别</translation>
    </message>
    <message>
        <source>Footnote numbered</source>
        <translation>脚注编号</translation>
    </message>
    <message>
        <source>List of contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Page {page} · {change}: {told}</source>
        <translation>第 {page} 页 · {change}：{told}</translation>
    </message>
    <message>
        <source>What putting the pages together changes</source>
        <translation>合并各页会改变的内容</translation>
    </message>
    <message>
        <source>Looking through “{title}”…</source>
        <translation>正在通查“{title}”…</translation>
    </message>
    <message>
        <source>Kind of change</source>
        <translation>更改种类</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>全部更改</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>The text on the pages</source>
        <translation>各页上的文字</translation>
    </message>
    <message>
        <source>The text in the document</source>
        <translation>文档中的文字</translation>
    </message>
    <message>
        <source>On the pages</source>
        <translation>各页上</translation>
    </message>
    <message>
        <source>In the document</source>
        <translation>文档中</translation>
    </message>
    <message>
        <source>Nothing would be changed: the pages are written one after the other.</source>
        <translation>不会有任何更改：各页依次写出。</translation>
    </message>
    <message>
        <source>{places} would be changed. To leave something as it is on the pages, switch its step off in the export.</source>
        <translation>将更改 {places}。如要保持页面原样，请在导出时关闭相应步骤。</translation>
    </message>
    <message>
        <source>Library storage</source>
        <translation>文库存储</translation>
    </message>
    <message>
        <source>Documents of the library</source>
        <translation>文库中的文档</translation>
    </message>
    <message>
        <source>Pages read</source>
        <translation>已识读页数</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Clear the picture cache</source>
        <translation>清空图像缓存(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Move the library…</source>
        <translation>移动文库(&amp;M)…</translation>
    </message>
    <message>
        <source>Library {database} · picture cache {cache}</source>
        <translation>文库 {database} · 图像缓存 {cache}</translation>
    </message>
    <message>
        <source>these {n} documents</source>
        <translation>这 {n} 个文档</translation>
    </message>
    <message>
        <source>Delete the readings and edits of {what}?</source>
        <translation>删除{what}的识读结果和编辑吗？</translation>
    </message>
    <message>
        <source>The file itself stays where it is.</source>
        <translation>文件本身会留在原处。</translation>
    </message>
    <message>
        <source>Move the library into</source>
        <translation>把文库移动到</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>There is no engine with a model that could be measured here: Help → Engines says what is missing, and can fetch it.</source>
        <translation>这里没有带模型、可供测量的引擎：“帮助 → 引擎”会说明缺少什么，并可下载。</translation>
    </message>
    <message>
        <source>Measure the speed</source>
        <translation>测量速度</translation>
    </message>
    <message>
        <source> minutes at most</source>
        <translation> 分钟以内</translation>
    </message>
    <message>
        <source>Minutes at most</source>
        <translation>最多分钟数</translation>
    </message>
    <message>
        <source>Looking for engines that can be measured…</source>
        <translation>正在查找可以测量的引擎…</translation>
    </message>
    <message>
        <source>Whether something is being measured</source>
        <translation>是否正在测量</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>测量结果</translation>
    </message>
    <message>
        <source>What follows</source>
        <translation>由此得出</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Engine:</source>
        <translation>引擎(&amp;E)：</translation>
    </message>
    <message>
        <source>The machine could not be looked at: {error}.</source>
        <translation>无法查看本机：{error}。</translation>
    </message>
    <message>
        <source>Measured on {date}; these settings are in use.</source>
        <translation>测量于 {date}；正在使用这些设置。</translation>
    </message>
    <message>
        <source>Sample pages are read with different numbers of drafts and of pages at once. Nothing else is read meanwhile; what comes out best is used from then on.</source>
        <translation>用不同的草稿数和同时识读页数识读示例页。期间不识读其他内容；此后采用效果最好的设置。</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>正在启动引擎…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Measuring {title}…</source>
        <translation>正在测量 {title}…</translation>
    </message>
    <message>
        <source>&amp;Measure again</source>
        <translation>重新测量(&amp;M)</translation>
    </message>
    <message>
        <source>Measured: these settings are used from now on.</source>
        <translation>已测量：从现在起使用这些设置。</translation>
    </message>
    <message>
        <source>for one page</source>
        <translation>单页</translation>
    </message>
    <message>
        <source>for a queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>{text} and {why}</source>
        <translation>{text}，{why}</translation>
    </message>
    <message>
        <source>best {why}</source>
        <translation>{why}最佳</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>Used lately</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Special characters</source>
        <translation>特殊字符</translation>
    </message>
    <message>
        <source>Search by name</source>
        <translation>按名称搜索</translation>
    </message>
    <message>
        <source>Search by name: em dash, alpha, U+2014…</source>
        <translation>按名称搜索：em dash、alpha、U+2014…</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Click into the text first, where the character shall stand.</source>
        <translation>请先点击文字中要插入字符的位置。</translation>
    </message>
    <message>
        <source>No character has a name with these words.</source>
        <translation>没有名称含这些词的字符。</translation>
    </message>
    <message>
        <source>Fraction</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>Root</source>
        <translation>根号</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>上标</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>下标</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>Integral</source>
        <translation>积分</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>极限</translation>
    </message>
    <message>
        <source>Brackets that grow</source>
        <translation>自适应括号</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>上划线</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>分段</translation>
    </message>
    <message>
        <source>Text within the formula</source>
        <translation>公式中的文字</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Pi</source>
        <translation>Pi</translation>
    </message>
    <message>
        <source>Infinity</source>
        <translation>无穷大</translation>
    </message>
    <message>
        <source>Less or equal</source>
        <translation>小于等于</translation>
    </message>
    <message>
        <source>Not equal</source>
        <translation>不等于</translation>
    </message>
    <message>
        <source>To</source>
        <translation>趋于</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>点乘</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
    <message>
        <source>Formula, LaTeX source</source>
        <translation>公式的 LaTeX 源代码</translation>
    </message>
    <message>
        <source>Within the &amp;line</source>
        <translation>行内公式(&amp;L)</translation>
    </message>
    <message>
        <source>On lines of its &amp;own</source>
        <translation>独立成行(&amp;O)</translation>
    </message>
    <message>
        <source>Not on this page; Return looks on the others.</source>
        <translation>本页没有；按 Return 查找其他页。</translation>
    </message>
    <message>
        <source>This page is still being read; replace when it is finished.</source>
        <translation>本页仍在识读；请在完成后替换。</translation>
    </message>
    <message>
        <source>Not in this document.</source>
        <translation>本文档中没有。</translation>
    </message>
    <message>
        <source>Not on this page; Return goes to page {page:,}.</source>
        <translation>本页没有；按 Return 转到第 {page:,} 页。</translation>
    </message>
    <message>
        <source>{n:,} place</source>
        <translation>{n:,} 处</translation>
    </message>
    <message>
        <source>{n:,} places</source>
        <translation>{n:,} 处</translation>
    </message>
    <message>
        <source>Replaced {places} on {pages}.</source>
        <translation>已替换 {pages}上的 {places}。</translation>
    </message>
    <message>
        <source>There is no such place.</source>
        <translation>没有这样的内容。</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>左对齐</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>居中</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>右对齐</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Cells of the table</source>
        <translation>表格的单元格</translation>
    </message>
    <message>
        <source>The &amp;first row has the headings</source>
        <translation>首行为表头(&amp;F)</translation>
    </message>
    <message>
        <source>Align the column</source>
        <translation>此列的对齐方式</translation>
    </message>
    <message>
        <source>Row &amp;above</source>
        <translation>在上方插入行(&amp;A)</translation>
    </message>
    <message>
        <source>Row &amp;below</source>
        <translation>在下方插入行(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Delete row</source>
        <translation>删除行(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Merge</source>
        <translation>合并(&amp;M)</translation>
    </message>
    <message>
        <source>Column to the &amp;left</source>
        <translation>在左侧插入列(&amp;L)</translation>
    </message>
    <message>
        <source>Column to the &amp;right</source>
        <translation>在右侧插入列(&amp;R)</translation>
    </message>
    <message>
        <source>D&amp;elete column</source>
        <translation>删除列(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Split</source>
        <translation>拆分(&amp;S)</translation>
    </message>
    <message>
        <source>Al&amp;ign the column</source>
        <translation>列对齐(&amp;I)</translation>
    </message>
    <message>
        <source>A table like this is written as HTML, because Markdown has no merged cells and needs headings.</source>
        <translation>这样的表格会写成 HTML，因为 Markdown 没有合并单元格，且必须有表头。</translation>
    </message>
    <message>
        <source>Acceptance by draft position</source>
        <translation>各草稿位置的接受率</translation>
    </message>
    <message>
        <source>position {number}: {share}</source>
        <translation>位置 {number}：{share}</translation>
    </message>
    <message>
        <source>◆ page {page:,}</source>
        <translation>◆ 第 {page:,} 页</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>no speed was reported while pages were read</source>
        <translation>读取页面时没有报告速度</translation>
    </message>
    <message>
        <source>no page has been read since the program started</source>
        <translation>程序启动以来尚未读取任何页面</translation>
    </message>
    <message>
        <source>{time} ago</source>
        <translation>{time}前</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>not tried, {reason}</source>
        <translation>未试，{reason}</translation>
    </message>
    <message>
        <source>failed, {reason}</source>
        <translation>失败，{reason}</translation>
    </message>
    <message>
        <source>drafts</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>同时</translation>
    </message>
    <message>
        <source>pages/s</source>
        <translation>页/秒</translation>
    </message>
    <message>
        <source>s/page</source>
        <translation>秒/页</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>first text</source>
        <translation>首批文字</translation>
    </message>
    <message>
        <source>drafts right</source>
        <translation>草稿正确率</translation>
    </message>
    <message>
        <source>tokens/step</source>
        <translation>词元/步</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>For a page you look at: {reason}.</source>
        <translation>用于正在查看的页：{reason}。</translation>
    </message>
    <message>
        <source>For a whole queue: {reason}.</source>
        <translation>用于整个队列：{reason}。</translation>
    </message>
    <message>
        <source>But {note}.</source>
        <translation>但{note}。</translation>
    </message>
    <message>
        <source>Measured with {sample} in {seconds:.0f} s; kept for this machine, engine, model and version.</source>
        <translation>用{sample}在 {seconds:.0f} 秒内测得；为本机、此引擎、模型和版本保留。</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>未报告</translation>
    </message>
    <message>
        <source>adaptive</source>
        <translation>自适应</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Vision</source>
        <translation>视觉</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Tokens/step</source>
        <translation>词元/步</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>接受率</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>疑点</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>性能</translation>
    </message>
    <message>
        <source>A window of its own, or back</source>
        <translation>放到单独的窗口，或放回</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>All pages of the document, for a spreadsheet (Ctrl+C in the table)</source>
        <translation>文档的所有页，供电子表格使用（在表格中按 Ctrl+C）</translation>
    </message>
    <message>
        <source>{n:,} page copied as CSV</source>
        <translation>已将 {n:,} 页复制为 CSV</translation>
    </message>
    <message>
        <source>{n:,} pages copied as CSV</source>
        <translation>已将 {n:,} 页复制为 CSV</translation>
    </message>
    <message>
        <source>drafts counted on {n:,} page</source>
        <translation>草稿统计自 {n:,} 页</translation>
    </message>
    <message>
        <source>drafts counted on {n:,} pages</source>
        <translation>草稿统计自 {n:,} 页</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>chars/s</source>
        <translation>字符/秒</translation>
    </message>
    <message>
        <source>Figures of the pages</source>
        <translation>各页数据</translation>
    </message>
    <message>
        <source>Caption of the figure</source>
        <translation>插图的说明文字</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>说明文字</translation>
    </message>
    <message>
        <source>framed by you</source>
        <translation>由您框选</translation>
    </message>
    <message>
        <source>found on the page</source>
        <translation>在页面上找到</translation>
    </message>
    <message>
        <source>Figure {number}, {kind}: {left} to {right} % across, {top} to {bottom} % down. {caption}</source>
        <translation>插图 {number}，{kind}：横向 {left} 到 {right} %，纵向 {top} 到 {bottom} %。{caption}</translation>
    </message>
    <message>
        <source>Figures of the page</source>
        <translation>本页插图</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>插图</translation>
    </message>
    <message>
        <source>Left %</source>
        <translation>左 %</translation>
    </message>
    <message>
        <source>Top %</source>
        <translation>上 %</translation>
    </message>
    <message>
        <source>Right %</source>
        <translation>右 %</translation>
    </message>
    <message>
        <source>Bottom %</source>
        <translation>下 %</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>What is ticked goes into exports. Places are in per cent of the page&apos;s width and height.</source>
        <translation>勾选的插图会进入导出。位置以页面宽度和高度的百分比表示。</translation>
    </message>
    <message>
        <source>No figure was found on this page. Add one here, or draw it on the page with “Add a figure”.</source>
        <translation>本页没有找到插图。请在此添加，或用“添加插图”在页面上绘制。</translation>
    </message>
    <message>
        <source>found</source>
        <translation>自动找到</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>{title}, page {page}: {text}</source>
        <translation>{title}，第 {page} 页：{text}</translation>
    </message>
    <message>
        <source>page {page:,}</source>
        <translation>第 {page:,} 页</translation>
    </message>
    <message>
        <source>downloading…</source>
        <translation>正在下载…</translation>
    </message>
    <message>
        <source>opening…</source>
        <translation>正在打开…</translation>
    </message>
    <message>
        <source>needs a password</source>
        <translation>需要密码</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>正在识读</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已识读</translation>
    </message>
    <message>
        <source>could not be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>尚未识读</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未识读</translation>
    </message>
    <message>
        <source>being read</source>
        <translation>正在识读</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法识读</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>输入密码…</translation>
    </message>
    <message>
        <source>Enter it again…</source>
        <translation>重新输入…</translation>
    </message>
    <message>
        <source>Find the file…</source>
        <translation>查找文件…</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>重新打开</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Read them again</source>
        <translation>重新识读这些页</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>重新识读该页</translation>
    </message>
    <message>
        <source>{n:,} document</source>
        <translation>{n:,} 个文档</translation>
    </message>
    <message>
        <source>{n:,} documents</source>
        <translation>{n:,} 个文档</translation>
    </message>
    <message>
        <source>{n:,} flag</source>
        <translation>{n:,} 个疑点</translation>
    </message>
    <message>
        <source>{n:,} flags</source>
        <translation>{n:,} 个疑点</translation>
    </message>
    <message>
        <source>{n:,} doubt</source>
        <translation>{n:,} 处存疑</translation>
    </message>
    <message>
        <source>{n:,} doubts</source>
        <translation>{n:,} 处存疑</translation>
    </message>
    <message>
        <source>{n:,} token</source>
        <translation>{n:,} 个词元</translation>
    </message>
    <message>
        <source>{n:,} tokens</source>
        <translation>{n:,} 个词元</translation>
    </message>
    <message>
        <source>{n:,} character</source>
        <translation>{n:,} 个字符</translation>
    </message>
    <message>
        <source>{n:,} characters</source>
        <translation>{n:,} 个字符</translation>
    </message>
    <message>
        <source>{n:,} difference</source>
        <translation>{n:,} 处差异</translation>
    </message>
    <message>
        <source>{n:,} differences</source>
        <translation>{n:,} 处差异</translation>
    </message>
    <message>
        <source>{n:,} blank</source>
        <translation>{n:,} 个空格</translation>
    </message>
    <message>
        <source>{n:,} blanks</source>
        <translation>{n:,} 个空格</translation>
    </message>
    <message>
        <source>downloading · {size}</source>
        <translation>正在下载 · {size}</translation>
    </message>
    <message>
        <source>downloading · {size} of {whole}</source>
        <translation>正在下载 · {size}/{whole}</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>已校对</translation>
    </message>
    <message>
        <source>{n:,} read</source>
        <translation>已识读 {n:,} 页</translation>
    </message>
    <message>
        <source>{n:,} failed</source>
        <translation>{n:,} 页失败</translation>
    </message>
    <message>
        <source>{n:,} checked</source>
        <translation>已校对 {n:,} 页</translation>
    </message>
    <message>
        <source>checked {n:,} of {pages:,}</source>
        <translation>已校对 {n:,}/{pages:,} 页</translation>
    </message>
    <message>
        <source>{n:,} flag left</source>
        <translation>剩余 {n:,} 个疑点</translation>
    </message>
    <message>
        <source>{n:,} flags left</source>
        <translation>剩余 {n:,} 个疑点</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Page {page} of {pages}</source>
        <translation>第 {page} 页，共 {pages} 页</translation>
    </message>
    <message>
        <source>in {n:.1f} seconds</source>
        <translation>用时 {n:.1f} 秒</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>{n:.0f} pages/min</source>
        <translation>{n:.0f} 页/分</translation>
    </message>
    <message>
        <source>under 1 page/min</source>
        <translation>不到 1 页/分</translation>
    </message>
    <message>
        <source>{n} pages/s</source>
        <translation>{n} 页/秒</translation>
    </message>
    <message>
        <source>{n} tok/s</source>
        <translation>{n} 词元/秒</translation>
    </message>
    <message>
        <source>{n} chars/s</source>
        <translation>{n} 字符/秒</translation>
    </message>
    <message>
        <source>all pages read</source>
        <translation>所有页均已识读</translation>
    </message>
    <message>
        <source>{n:,} page left</source>
        <translation>剩余 {n:,} 页</translation>
    </message>
    <message>
        <source>{n:,} pages left</source>
        <translation>剩余 {n:,} 页</translation>
    </message>
    <message>
        <source>{n:,} document to open</source>
        <translation>还有 {n:,} 个文档待打开</translation>
    </message>
    <message>
        <source>{n:,} documents to open</source>
        <translation>还有 {n:,} 个文档待打开</translation>
    </message>
    <message>
        <source>paused · {left}</source>
        <translation>已暂停 · {left}</translation>
    </message>
    <message>
        <source>Built-in reader</source>
        <translation>内置识读器</translation>
    </message>
    <message>
        <source>Scripted engine (for tests)</source>
        <translation>脚本引擎（测试用）</translation>
    </message>
    <message>
        <source>Transformers</source>
        <translation>Transformers</translation>
    </message>
    <message>
        <source>vLLM</source>
        <translation>vLLM</translation>
    </message>
    <message>
        <source>Jina API</source>
        <translation>Jina API</translation>
    </message>
    <message>
        <source>Jina Reader</source>
        <translation>Jina Reader</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Reads the text that a document carries, and recognises the letters of scans on this computer. It needs no network and no graphics card, and it cannot read formulas or handwriting well.</source>
        <translation>读取文档自带的文字，并在本机识别扫描件上的字。无需网络和显卡，但对公式和手写内容识读效果不佳。</translation>
    </message>
    <message>
        <source>Reads the pictures of the pages with the model jina-ocr-v1 on this computer. It needs no network; without a graphics card it is slow.</source>
        <translation>在本机用 jina-ocr-v1 模型识读页面图像。无需网络；没有显卡时较慢。</translation>
    </message>
    <message>
        <source>Reads the pictures of the pages with the model jina-ocr-v1 on this computer, many at once. It needs no network, but a graphics card (or patience), and Linux or WSL2.</source>
        <translation>在本机用 jina-ocr-v1 模型同时识读多张页面图像。无需网络，但需要显卡（或耐心），以及 Linux 或 WSL2。</translation>
    </message>
    <message>
        <source>Sends the pictures of the pages to Jina&apos;s API, which reads them with the model jina-ocr-v1.</source>
        <translation>把页面图像发送到 Jina 的 API，由那里的 jina-ocr-v1 模型识读。</translation>
    </message>
    <message>
        <source>Lets Jina Reader fetch and read documents of the web, by their addresses.</source>
        <translation>由 Jina Reader 按地址获取并识读网上文档。</translation>
    </message>
    <message>
        <source>Sends the pictures of the pages to a server that speaks the OpenAI protocol.</source>
        <translation>把页面图像发送到使用 OpenAI 协议的服务器。</translation>
    </message>
    <message>
        <source>Server {host}</source>
        <translation>服务器 {host}</translation>
    </message>
    <message>
        <source>read from the picture: no text layer</source>
        <translation>从图像识读：没有文本层</translation>
    </message>
    <message>
        <source>read from the picture: text layer is a cipher</source>
        <translation>从图像识读：文本层是乱码</translation>
    </message>
    <message>
        <source>read from the picture: text layer is an old, poor recognition</source>
        <translation>从图像识读：文本层是陈旧低质的识别结果</translation>
    </message>
    <message>
        <source>read from the picture: text layer differs from what is seen</source>
        <translation>从图像识读：文本层与所见不符</translation>
    </message>
    <message>
        <source>read from the picture: page is mostly picture</source>
        <translation>从图像识读：页面大部分是图片</translation>
    </message>
    <message>
        <source>Model: {model}</source>
        <translation>模型：{model}</translation>
    </message>
    <message>
        <source>Read in {time}</source>
        <translation>识读用时 {time}</translation>
    </message>
    <message>
        <source>{n:,} token written</source>
        <translation>写出 {n:,} 个词元</translation>
    </message>
    <message>
        <source>{n:,} tokens written</source>
        <translation>写出 {n:,} 个词元</translation>
    </message>
    <message>
        <source>Accepted draft tokens: not reported</source>
        <translation>草稿词元接受率：未报告</translation>
    </message>
    <message>
        <source>Accepted draft tokens: {share}</source>
        <translation>草稿词元接受率：{share}</translation>
    </message>
    <message>
        <source>Cost: about {dollars}</source>
        <translation>费用：约 {dollars}</translation>
    </message>
    <message>
        <source>The file&apos;s own text is not what the page shows, so the page was read from its picture.</source>
        <translation>文件自带的文字与页面所见不符，因此从图像识读本页。</translation>
    </message>
    <message>
        <source>This page has formulas, which this engine reads badly: compare them with the page.</source>
        <translation>本页含有公式，此引擎识读效果不佳：请与原页对照。</translation>
    </message>
    <message>
        <source>This looks like handwriting, which this engine reads badly: compare it with the page.</source>
        <translation>这看起来是手写内容，此引擎识读效果不佳：请与原页对照。</translation>
    </message>
    <message>
        <source>Some words were hard to read: compare them with the page.</source>
        <translation>有些词难以辨认：请与原页对照。</translation>
    </message>
    <message>
        <source>The file is damaged: this is what could still be read.</source>
        <translation>文件已损坏：这是仍能读取的部分。</translation>
    </message>
    <message>
        <source>The text breaks off: read the page again.</source>
        <translation>文字在此中断：请重新识读本页。</translation>
    </message>
    <message>
        <source>Parts of this page are in a script, which this engine cannot read: look under “Languages of scans”.</source>
        <translation>本页部分内容使用此引擎无法识读的文字：请查看“扫描件的语言”。</translation>
    </message>
    <message>
        <source>Parts of this page are in the {script} script, which this engine cannot read: look under “Languages of scans”.</source>
        <translation>本页部分内容使用此引擎无法识读的文字（{script}）：请查看“扫描件的语言”。</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>starting again…</source>
        <translation>正在重新启动…</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Chosen: {reason}.</source>
        <translation>选择原因：{reason}。</translation>
    </message>
    <message>
        <source>This machine can do better: {engine}{about} reads formulas and tables too.</source>
        <translation>本机可以做得更好：{engine}{about} 还能识读公式和表格。</translation>
    </message>
    <message>
        <source>about {dollars}</source>
        <translation>约 {dollars}</translation>
    </message>
    <message>
        <source>about {dollars} of {limit}</source>
        <translation>约 {dollars}，上限 {limit}</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} 字节</translation>
    </message>
    <message>
        <source>{n} kB</source>
        <translation>{n} kB</translation>
    </message>
    <message>
        <source>{n} MB</source>
        <translation>{n} MB</translation>
    </message>
    <message>
        <source>{n} GB</source>
        <translation>{n} GB</translation>
    </message>
    <message>
        <source>{n} TB</source>
        <translation>{n} TB</translation>
    </message>
    <message>
        <source>Flags of this page</source>
        <translation>本页疑点</translation>
    </message>
    <message>
        <source>Number differs</source>
        <translation>数字不符</translation>
    </message>
    <message>
        <source>Word differs</source>
        <translation>词语不符</translation>
    </message>
    <message>
        <source>Text is lacking</source>
        <translation>缺少文字</translation>
    </message>
    <message>
        <source>Not on the page</source>
        <translation>原页上没有</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Blank page with text</source>
        <translation>空白页有文字</translation>
    </message>
    <message>
        <source>No text</source>
        <translation>没有文字</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>没有把握</translation>
    </message>
    <message>
        <source>Unusual page</source>
        <translation>异常页</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>未识读</translation>
    </message>
    <message>
        <source>The picture is being read…</source>
        <translation>正在识读图像…</translation>
    </message>
    <message>
        <source>Flag {flag} of {flags} on this page</source>
        <translation>本页第 {flag} 个疑点，共 {flags} 个</translation>
    </message>
    <message>
        <source>{n:,} flag on this page</source>
        <translation>本页有 {n:,} 个疑点</translation>
    </message>
    <message>
        <source>{n:,} flags on this page</source>
        <translation>本页有 {n:,} 个疑点</translation>
    </message>
    <message>
        <source>No flags on this page</source>
        <translation>本页没有疑点</translation>
    </message>
    <message>
        <source>{n:,} dismissed</source>
        <translation>已忽略 {n:,} 个</translation>
    </message>
    <message>
        <source>Being looked for in the picture: the words to compare the text with…</source>
        <translation>正在图像中查找用于比对文字的词语…</translation>
    </message>
    <message>
        <source>Not checked against the page: the built-in OCR read it, and is the only second reading there is here. Read the page with a model to have numbers and words compared.</source>
        <translation>未与页面核对：该页由内置 OCR 读取，而它也是此处唯一的第二次读取。请用模型读取该页，以便比较数字和词语。</translation>
    </message>
    <message>
        <source>{kind}: {reason}</source>
        <translation>{kind}：{reason}</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Why this is flagged</source>
        <translation>标为疑点的原因</translation>
    </message>
    <message>
        <source>About the second reading</source>
        <translation>关于第二次识读</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Put the suggestion in (Return)</source>
        <translation>采用建议 (Return)</translation>
    </message>
    <message>
        <source>The text is right; do not flag it again (D)</source>
        <translation>文字正确；不再提示 (D)</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Correct it in the source (E). Or type at once what is right, unless it begins with D or E</source>
        <translation>在源文本中更正 (E)。也可直接输入正确内容，除非它以 D 或 E 开头</translation>
    </message>
    <message>
        <source>Previous flag (Shift+F8)</source>
        <translation>上一个疑点 (Shift+F8)</translation>
    </message>
    <message>
        <source>Previous flag</source>
        <translation>上一个疑点</translation>
    </message>
    <message>
        <source>Next flag (F8)</source>
        <translation>下一个疑点 (F8)</translation>
    </message>
    <message>
        <source>Next flag</source>
        <translation>下一个疑点</translation>
    </message>
    <message>
        <source>All flags of this page</source>
        <translation>本页的所有疑点</translation>
    </message>
    <message>
        <source>List of this page&apos;s flags</source>
        <translation>本页疑点列表</translation>
    </message>
    <message>
        <source>Read the picture</source>
        <translation>识读图像</translation>
    </message>
    <message>
        <source>Have the picture read by the small OCR and compare with it</source>
        <translation>用小型 OCR 识读图像并与之比对</translation>
    </message>
    <message>
        <source>Accept “{text}”</source>
        <translation>接受“{text}”</translation>
    </message>
    <message>
        <source>Delete it</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>{words} (Return)</source>
        <translation>{words} (Return)</translation>
    </message>
    <message>
        <source>No flag is left in this document.</source>
        <translation>本文档中没有疑点了。</translation>
    </message>
    <message>
        <source>Nothing is suggested here: edit the text, or dismiss the flag.</source>
        <translation>这里没有建议：请编辑文本，或忽略该疑点。</translation>
    </message>
    <message>
        <source>The text was changed here, so the suggestion no longer fits.</source>
        <translation>此处文字已更改，建议不再适用。</translation>
    </message>
    <message>
        <source>All pages of this document that were read are checked.</source>
        <translation>本文档中已识读的页都已校对。</translation>
    </message>
    <message>
        <source>Versions of page {page:,}</source>
        <translation>第 {page:,} 页的版本</translation>
    </message>
    <message>
        <source>Left text</source>
        <translation>左侧文字</translation>
    </message>
    <message>
        <source>Right text</source>
        <translation>右侧文字</translation>
    </message>
    <message>
        <source>Present difference</source>
        <translation>当前差异</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>&amp;Previous</source>
        <translation>上一处(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一处(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Take this one</source>
        <translation>采用此处(&amp;T)</translation>
    </message>
    <message>
        <source>Take &amp;all</source>
        <translation>全部采用(&amp;A)</translation>
    </message>
    <message>
        <source>Struck out: only on the left. Underlined: only on the right. ▴: here the other text has more.</source>
        <translation>删除线：仅左侧有。下划线：仅右侧有。▴：另一侧在此处有更多文字。</translation>
    </message>
    <message>
        <source>Present text, edited</source>
        <translation>当前文字（已编辑）</translation>
    </message>
    <message>
        <source>Present text</source>
        <translation>当前文字</translation>
    </message>
    <message>
        <source>{number:,} of {differences}</source>
        <translation>第 {number:,} 处，共 {differences}</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>Choose the present text on one of the sides.</source>
        <translation>请在其中一侧选择当前文字。</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>Both texts are the same.</source>
        <translation>两侧文字相同。</translation>
    </message>
    <message>
        <source>Only on the right: {text}</source>
        <translation>仅右侧有：{text}</translation>
    </message>
    <message>
        <source>Only on the left: {text}</source>
        <translation>仅左侧有：{text}</translation>
    </message>
    <message>
        <source>Left: {left}   Right: {right}</source>
        <translation>左：{left}   右：{right}</translation>
    </message>
    <message>
        <source>History of page {page:,}</source>
        <translation>第 {page:,} 页的历史</translation>
    </message>
    <message>
        <source>Readings and edits, the newest first</source>
        <translation>识读结果和编辑，最新的在前</translation>
    </message>
    <message>
        <source>Text of the chosen version</source>
        <translation>所选版本的文字</translation>
    </message>
    <message>
        <source>An edited text stays as it is when another reading is chosen.</source>
        <translation>选择其他识读结果时，已编辑的文字保持不变。</translation>
    </message>
    <message>
        <source>&amp;Restore this text</source>
        <translation>恢复此文字(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Use this reading</source>
        <translation>使用此识读结果(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Compare with the present text</source>
        <translation>与当前文字比较(&amp;C)</translation>
    </message>
    <message>
        <source>{engine}, {time}</source>
        <translation>{engine}，{time}</translation>
    </message>
    <message>
        <source>present reading</source>
        <translation>当前识读结果</translation>
    </message>
    <message>
        <source>you</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Back to the engine&apos;s text by {who}, {time}</source>
        <translation>{who}恢复为引擎的文字，{time}</translation>
    </message>
    <message>
        <source>Edit by {who}, {time}</source>
        <translation>{who}编辑，{time}</translation>
    </message>
    <message>
        <source>Read again with another engine</source>
        <translation>用其他引擎重新识读</translation>
    </message>
    <message>
        <source>T&amp;his page ({page:,})</source>
        <translation>本页（{page:,}）(&amp;H)</translation>
    </message>
    <message>
        <source>Pa&amp;ges</source>
        <translation>页码(&amp;G)</translation>
    </message>
    <message>
        <source>Pages, 1 to {pages:,}</source>
        <translation>页码，1 到 {pages:,}</translation>
    </message>
    <message>
        <source>All that &amp;failed</source>
        <translation>所有失败的页(&amp;F)</translation>
    </message>
    <message>
        <source>Which pages</source>
        <translation>哪些页</translation>
    </message>
    <message>
        <source>The document has {pages}: name some of them.</source>
        <translation>本文档有 {pages}：请指定其中几页。</translation>
    </message>
    <message>
        <source>There is no engine “{name}”: there are {names} and {server}, where URL is the address of a server.</source>
        <translation>没有引擎“{name}”：可用的有 {names} 和 {server}，其中 URL 为服务器地址。</translation>
    </message>
    <message>
        <source>{libraries} are not installed ({command})</source>
        <translation>未安装 {libraries}（{command}）</translation>
    </message>
    <message>
        <source>{libraries} is not installed ({command})</source>
        <translation>未安装 {libraries}（{command}）</translation>
    </message>
    <message>
        <source>{path} is no program: name the python of an environment.</source>
        <translation>{path} 不是程序：请指定某个环境的 python。</translation>
    </message>
    <message>
        <source>The engine “{engine}” cannot be used: {reason}; or name a Python that has it</source>
        <translation>无法使用引擎“{engine}”：{reason}；或指定含有它的 Python</translation>
    </message>
    <message>
        <source>Copyholder is set to work offline, and {host} is another machine: choose an engine on this computer, or allow the network in the settings.</source>
        <translation>Copyholder 设为离线工作，而 {host} 是另一台机器：请选择本机上的引擎，或在设置中允许联网。</translation>
    </message>
    <message>
        <source>The engine “{engine}” needs the address of its server.</source>
        <translation>引擎“{engine}”需要其服务器的地址。</translation>
    </message>
    <message>
        <source>{model} cannot be a folder for {engine} and a name for a server: choose one of them.</source>
        <translation>{model} 不能既是 {engine} 的文件夹又是服务器的模型名称：请选择其一。</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>该模型</translation>
    </message>
    <message>
        <source>A server has to be asked for a model: name it</source>
        <translation>必须向服务器请求某个模型：请写明名称</translation>
    </message>
    <message>
        <source>The engine “{engine}” reads with a model: name its folder</source>
        <translation>引擎“{engine}”用模型识读：请指定其文件夹</translation>
    </message>
    <message>
        <source>{path} is no folder; name the one that holds the model&apos;s config.json.</source>
        <translation>{path} 不是文件夹；请指定含有模型 config.json 的文件夹。</translation>
    </message>
    <message>
        <source>under $0.00001</source>
        <translation>不到 $0.00001</translation>
    </message>
    <message>
        <source>{what} changed since {engine} was measured here: measured again, it reads as fast as it can.</source>
        <translation>在本机测量 {engine} 之后，{what}有变化：重新测量可使其识读达到最快。</translation>
    </message>
    <message>
        <source>{engine} was not measured here yet: some minutes of measuring find out how it reads fastest.</source>
        <translation>尚未在本机测量 {engine}：花几分钟测量即可找出最快的识读方式。</translation>
    </message>
    <message>
        <source>the graphics card&apos;s driver</source>
        <translation>显卡驱动</translation>
    </message>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
    <message>
        <source>The engine “{engine}” could not be measured: {reason}.</source>
        <translation>无法测量引擎“{engine}”：{reason}。</translation>
    </message>
    <message>
        <source>Afrikaans</source>
        <translation>南非荷兰语</translation>
    </message>
    <message>
        <source>Amharic</source>
        <translation>阿姆哈拉语</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯语</translation>
    </message>
    <message>
        <source>Azerbaijani</source>
        <translation>阿塞拜疆语</translation>
    </message>
    <message>
        <source>Belarusian</source>
        <translation>白俄罗斯语</translation>
    </message>
    <message>
        <source>Bulgarian</source>
        <translation>保加利亚语</translation>
    </message>
    <message>
        <source>Bangla</source>
        <translation>孟加拉语</translation>
    </message>
    <message>
        <source>Tibetan</source>
        <translation>藏语</translation>
    </message>
    <message>
        <source>Bosnian</source>
        <translation>波斯尼亚语</translation>
    </message>
    <message>
        <source>Catalan</source>
        <translation>加泰罗尼亚语</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>捷克语</translation>
    </message>
    <message>
        <source>Welsh</source>
        <translation>威尔士语</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>丹麦语</translation>
    </message>
    <message>
        <source>German</source>
        <translation>德语</translation>
    </message>
    <message>
        <source>Divehi</source>
        <translation>迪维希语</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英语</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>西班牙语</translation>
    </message>
    <message>
        <source>Estonian</source>
        <translation>爱沙尼亚语</translation>
    </message>
    <message>
        <source>Basque</source>
        <translation>巴斯克语</translation>
    </message>
    <message>
        <source>Persian</source>
        <translation>波斯语</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>芬兰语</translation>
    </message>
    <message>
        <source>French</source>
        <translation>法语</translation>
    </message>
    <message>
        <source>Irish</source>
        <translation>爱尔兰语</translation>
    </message>
    <message>
        <source>Galician</source>
        <translation>加利西亚语</translation>
    </message>
    <message>
        <source>Gujarati</source>
        <translation>古吉拉特语</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来语</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>印地语</translation>
    </message>
    <message>
        <source>Croatian</source>
        <translation>克罗地亚语</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>匈牙利语</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>亚美尼亚语</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>印度尼西亚语</translation>
    </message>
    <message>
        <source>Icelandic</source>
        <translation>冰岛语</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>意大利语</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日语</translation>
    </message>
    <message>
        <source>Georgian</source>
        <translation>格鲁吉亚语</translation>
    </message>
    <message>
        <source>Kazakh</source>
        <translation>哈萨克语</translation>
    </message>
    <message>
        <source>Khmer</source>
        <translation>高棉语</translation>
    </message>
    <message>
        <source>Kannada</source>
        <translation>卡纳达语</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩语</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>拉丁语</translation>
    </message>
    <message>
        <source>Lao</source>
        <translation>老挝语</translation>
    </message>
    <message>
        <source>Lithuanian</source>
        <translation>立陶宛语</translation>
    </message>
    <message>
        <source>Latvian</source>
        <translation>拉脱维亚语</translation>
    </message>
    <message>
        <source>Macedonian</source>
        <translation>马其顿语</translation>
    </message>
    <message>
        <source>Malayalam</source>
        <translation>马拉雅拉姆语</translation>
    </message>
    <message>
        <source>Mongolian</source>
        <translation>蒙古语</translation>
    </message>
    <message>
        <source>Marathi</source>
        <translation>马拉地语</translation>
    </message>
    <message>
        <source>Malay</source>
        <translation>马来语</translation>
    </message>
    <message>
        <source>Maltese</source>
        <translation>马耳他语</translation>
    </message>
    <message>
        <source>Burmese</source>
        <translation>缅甸语</translation>
    </message>
    <message>
        <source>Nepali</source>
        <translation>尼泊尔语</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>荷兰语</translation>
    </message>
    <message>
        <source>Norwegian Bokmål</source>
        <translation>书面挪威语</translation>
    </message>
    <message>
        <source>Odia</source>
        <translation>奥里亚语</translation>
    </message>
    <message>
        <source>Punjabi</source>
        <translation>旁遮普语</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>波兰语</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>葡萄牙语</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>罗马尼亚语</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>俄语</translation>
    </message>
    <message>
        <source>Sanskrit</source>
        <translation>梵语</translation>
    </message>
    <message>
        <source>Sinhala</source>
        <translation>僧伽罗语</translation>
    </message>
    <message>
        <source>Slovak</source>
        <translation>斯洛伐克语</translation>
    </message>
    <message>
        <source>Slovenian</source>
        <translation>斯洛文尼亚语</translation>
    </message>
    <message>
        <source>Albanian</source>
        <translation>阿尔巴尼亚语</translation>
    </message>
    <message>
        <source>Serbian</source>
        <translation>塞尔维亚语</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>瑞典语</translation>
    </message>
    <message>
        <source>Swahili</source>
        <translation>斯瓦希里语</translation>
    </message>
    <message>
        <source>Tamil</source>
        <translation>泰米尔语</translation>
    </message>
    <message>
        <source>Telugu</source>
        <translation>泰卢固语</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰语</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其语</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>乌克兰语</translation>
    </message>
    <message>
        <source>Urdu</source>
        <translation>乌尔都语</translation>
    </message>
    <message>
        <source>Uzbek</source>
        <translation>乌兹别克语</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>越南语</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation>正在复制…</translation>
    </message>
    <message>
        <source>Nothing is selected. Select a part of the text first.</source>
        <translation>没有选中内容。请先选择一部分文字。</translation>
    </message>
    <message>
        <source>Something else was copied meanwhile; the clipboard keeps that.</source>
        <translation>其间复制了其他内容；剪贴板保留后者。</translation>
    </message>
    <message>
        <source>The selection</source>
        <translation>所选内容</translation>
    </message>
    <message>
        <source>{n} page of “{{title}}” looks like a double page of a book.</source>
        <translation>“{{title}}”中有 {n} 页看起来像书的双页。</translation>
    </message>
    <message>
        <source>{n} pages of “{{title}}” look like double pages of a book.</source>
        <translation>“{{title}}”中有 {n} 页看起来像书的双页。</translation>
    </message>
    <message>
        <source>Split…</source>
        <translation>拆分…</translation>
    </message>
    <message>
        <source>{n} double page of “{{title}}” is split.</source>
        <translation>已拆分“{{title}}”的 {n} 个双页。</translation>
    </message>
    <message>
        <source>{n} double pages of “{{title}}” are split.</source>
        <translation>已拆分“{{title}}”的 {n} 个双页。</translation>
    </message>
    <message>
        <source>Join halves again</source>
        <translation>重新合并双页</translation>
    </message>
    <message>
        <source>The double pages of “{title}” are whole again.</source>
        <translation>“{title}”的双页已恢复完整。</translation>
    </message>
    <message>
        <source>Split double pages of “{title}”</source>
        <translation>拆分“{title}”的双页</translation>
    </message>
    <message>
        <source>Looking through the pages…</source>
        <translation>正在通查各页…</translation>
    </message>
    <message>
        <source>&amp;All</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>全不选(&amp;N)</translation>
    </message>
    <message>
        <source>Left page first</source>
        <translation>左页在前</translation>
    </message>
    <message>
        <source>Right page first (Hebrew, Arabic, vertical Japanese)</source>
        <translation>右页在前（希伯来文、阿拉伯文、日文竖排）</translation>
    </message>
    <message>
        <source>&amp;Order:</source>
        <translation>顺序(&amp;O)：</translation>
    </message>
    <message>
        <source>No page of this document is wider than it is high: there is nothing to split.</source>
        <translation>本文档没有宽大于高的页：无需拆分。</translation>
    </message>
    <message>
        <source>{n} page looks like a double page. Drag the line to where its pages meet.</source>
        <translation>有 {n} 页看起来像双页。请把线拖到两页相接处。</translation>
    </message>
    <message>
        <source>{n} pages look like double pages. Drag the lines to where their pages meet.</source>
        <translation>有 {n} 页看起来像双页。请把线拖到两页相接处。</translation>
    </message>
    <message>
        <source>No page looks like a double page. Tick those that are to be split all the same.</source>
        <translation>没有看起来像双页的页。如仍要拆分，请勾选。</translation>
    </message>
    <message>
        <source>&amp;Split {n} page</source>
        <translation>拆分 {n} 页(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Split {n} pages</source>
        <translation>拆分 {n} 页(&amp;S)</translation>
    </message>
    <message>
        <source>Double pages</source>
        <translation>双页</translation>
    </message>
    <message>
        <source>Drag the line to where the pages meet</source>
        <translation>请把线拖到两页相接处</translation>
    </message>
    <message>
        <source>will be split at {place} %</source>
        <translation>将在 {place} % 处拆分</translation>
    </message>
    <message>
        <source>stays one page</source>
        <translation>保持一页</translation>
    </message>
    <message>
        <source>Marks under unknown words need an extra package: {command}</source>
        <translation>标出不认识的词需要额外的软件包：{command}</translation>
    </message>
    <message>
        <source>No dictionary was found for {names}: install it, or choose a folder in the settings.</source>
        <translation>没有找到 {names} 的词典：请安装，或在设置中选择文件夹。</translation>
    </message>
    <message>
        <source>The preview ends here, because the text of this page is very long. “Source” shows all of it.</source>
        <translation>本页文字很长，预览到此为止。“源代码”中可看到全文。</translation>
    </message>
    <message>
        <source>Leave without the changes?</source>
        <translation>要放弃更改并退出吗？</translation>
    </message>
    <message>
        <source>Go on editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>Discard the changes</source>
        <translation>放弃更改</translation>
    </message>
</context>
</TS>
